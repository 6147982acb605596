import { randomBytes } from 'node:crypto';
import type { IdPrefix } from '@parley/contract/schemas';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 16;

export type NewId = (prefix: IdPrefix) => string;

/** ULIDs that rise within this process, also within one millisecond and when the clock steps back. */
export function createNewId(nowMs: () => number): NewId {
  let lastMs = -1;
  let timePart = '';
  let digits: Uint8Array = new Uint8Array(randomLength);
  return (prefix) => {
    const ms = nowMs();
    if (ms > lastMs) {
      lastMs = ms;
      timePart = encodeTime(ms);
      digits = randomDigits();
    } else if (!increment(digits)) {
      lastMs += 1;
      timePart = encodeTime(lastMs);
      digits = randomDigits();
    }
    let id = `${prefix}_${timePart}`;
    for (const digit of digits) id += alphabet[digit];
    return id;
  };
}

function encodeTime(ms: number): string {
  let text = '';
  for (let rest = ms, place = 0; place < 10; place += 1) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomDigits(): Uint8Array {
  return randomBytes(randomLength).map((byte) => byte & 31);
}

/** False when all digits are at their end, once in 2^80. */
function increment(digits: Uint8Array): boolean {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    if (digit < 31) {
      digits[index] = digit + 1;
      return true;
    }
    digits[index] = 0;
  }
  return false;
}
