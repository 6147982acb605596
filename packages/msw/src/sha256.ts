import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// A synchronous SHA-256: Web Crypto hashes asynchronously, but seeds are created synchronously.

/** Returns the SHA-256 of bytes, in hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return bytesToHex(hashOf(bytes));
}

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  return sha256Of(utf8ToBytes(text));
}
