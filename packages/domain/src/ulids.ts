import type { IdPrefix } from '@parley/contract/schemas';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;

/** The number of random digits of a ULID; they follow the ten digits of its time. */
export const ulidDigits = 16;

/**
 * Returns a function that makes ascending ULIDs, also within one millisecond and when the clock is set back.
 * `randomDigits` must return `ulidDigits` numbers from 0 to 31.
 */
export function createUlids(randomDigits: () => Uint8Array): (nowMs: number) => string {
  let lastMs = -1;
  let time = '';
  let digits = new Uint8Array(ulidDigits);
  const begin = (ms: number) => {
    lastMs = ms;
    time = encodeTime(ms);
    digits = Uint8Array.from(randomDigits());
  };
  return (nowMs) => {
    if (nowMs > lastMs) begin(nowMs);
    else if (!increment(digits)) begin(lastMs + 1);
    let ulid = time;
    for (const digit of digits) ulid += alphabet[digit];
    return ulid;
  };
}

/** Returns the lowest ID of this millisecond: no record from this time or later has a lower one. */
export function firstIdAt(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${encodeTime(Math.max(0, ms))}${'0'.repeat(ulidDigits)}`;
}

function encodeTime(ms: number): string {
  let text = '';
  for (let rest = ms, place = 0; place < timeLength; place += 1) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Adds one to the digits. Returns false when all digits have their highest value, which happens once in 2^80. */
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
