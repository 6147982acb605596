import { hash, randomBytes } from 'node:crypto';
import { base62, keyOf, secretLength } from '@parley/domain';

export function generateKey(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of randomBytes(secretLength)) {
      // 248 is the largest multiple of 62 in a byte: below it every character is equally likely.
      if (byte < 248 && secret.length < secretLength) secret += base62[byte % 62];
    }
  }
  return keyOf(secret);
}

/**
 * Returns the hash of a key that is stored for look-ups. A slow hash would not be safer: the secret has 190 random
 * bits.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
