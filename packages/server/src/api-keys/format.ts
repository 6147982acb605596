import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// `prl_live_` + 32 base62 characters (190 bits) + 6 base62 characters: CRC-32 of all before. The
// checksum lets a scanner recognise a leaked key, and refuses a typo without asking the database.

const prefix = 'prl_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const form = /^prl_live_[0-9A-Za-z]{38}$/;

export function generateKey(): string {
  let secret = '';
  while (secret.length < secretLength) {
    for (const byte of randomBytes(secretLength)) {
      // 248 is the largest multiple of 62 in a byte: below it every character is equally likely.
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
    }
  }
  return `${prefix}${secret}${checksumOf(prefix + secret)}`;
}

/** Whether it has the form and the checksum of a key. */
export function isWellFormedKey(key: string): boolean {
  return form.test(key) && checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** What is stored and looked up. The secret has 190 bits: a slow hash would protect nothing more. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** Enough to recognise a key by. */
export function hintOf(key: string): string {
  return `${prefix}…${key.slice(-4)}`;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < checksumLength; place += 1) {
    checksum = alphabet[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}
