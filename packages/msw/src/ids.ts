import { type IdKind, idPrefixes } from '@parley/contract';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 10;
const randomLength = 16;

/** Ids and other chance of one tenant: the same seed gives the same sequence. */
export class Ids {
  readonly #seed: number;
  #random: () => number;
  #lastMs = -1;
  #digits: number[] = [];

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = generator(seed);
  }

  /** Ids sort in the order in which they are made, also within one millisecond. */
  next(kind: IdKind, nowMs: number): string {
    if (nowMs > this.#lastMs) {
      this.#lastMs = nowMs;
      this.#digits = Array.from({ length: randomLength }, () => Math.floor(this.#random() * 32));
      // Room to count up within the millisecond.
      this.#digits[0] = Math.floor(this.#random() * 16);
    } else {
      increment(this.#digits);
    }
    return `${idPrefixes[kind]}_${timePart(this.#lastMs)}${this.#digits.map((digit) => crockford[digit]).join('')}`;
  }

  text(length: number): string {
    let text = '';
    while (text.length < length) text += base62[Math.floor(this.#random() * 62)];
    return text;
  }

  reset(): void {
    this.#random = generator(this.#seed);
    this.#lastMs = -1;
  }
}

function timePart(ms: number): string {
  let rest = ms;
  let text = '';
  for (let index = 0; index < timeLength; index += 1) {
    text = crockford[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function increment(digits: number[]): void {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    if (digit < 31) {
      digits[index] = digit + 1;
      return;
    }
    digits[index] = 0;
  }
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed everywhere. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
