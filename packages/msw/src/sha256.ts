import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

// Web Crypto hashes asynchronously, but a seed is created synchronously.

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  return bytesToHex(hashOf(utf8ToBytes(text)));
}
