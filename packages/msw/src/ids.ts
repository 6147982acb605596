import { type IdKind, idPrefixes } from '@parley/contract';
import { base62, createUlids, ulidDigits } from '@parley/domain';

/** The IDs and other random values of one tenant: the same seed gives the same sequence. */
export class Ids {
  readonly #random: () => number;
  readonly #nextUlid: (nowMs: number) => string;

  constructor(seed: number) {
    this.#random = generator(seed);
    this.#nextUlid = createUlids(() => this.#randomDigits());
  }

  /** Returns a new ID. IDs sort by the order of their creation, also within one millisecond. */
  next(kind: IdKind, nowMs: number): string {
    return `${idPrefixes[kind]}_${this.#nextUlid(nowMs)}`;
  }

  text(length: number): string {
    let text = '';
    while (text.length < length) text += base62[Math.floor(this.#random() * 62)];
    return text;
  }

  #randomDigits(): Uint8Array {
    const digits = Uint8Array.from({ length: ulidDigits }, () => Math.floor(this.#random() * 32));
    // A low first digit leaves room to count up within the millisecond.
    digits[0] = Math.floor(this.#random() * 16);
    return digits;
  }
}

/**
 * Returns a generator of random numbers from 0 to below 1 (Mulberry32): the same seed gives the same numbers
 * everywhere.
 */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
