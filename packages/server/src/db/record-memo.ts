import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly record: T;
  readonly madeAtMs: number;
  readonly goodUntilMs: number;
}

export interface Made<T> {
  readonly record: T;
  /** From this time the same row gives another record; absent when time does not matter. */
  readonly goodUntilMs?: number;
}

/** Characters of the row texts, per list: a few thousand records, which take about four times as much memory. */
const defaultCharacters = 4_000_000;

/**
 * Caches the record built from the text of a row. It holds no other state: every read queries the database, and a
 * changed row has another text. Records are frozen.
 */
export class RecordMemo<T extends object> {
  readonly #known: LRUCache<string, Entry<T>>;

  constructor(maxCharacters = defaultCharacters) {
    this.#known = new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: (_entry, text) => text.length,
    });
  }

  get(text: string, nowMs: number, make: (text: string) => Made<T>): T {
    const known = this.#known.get(text);
    if (known && known.madeAtMs <= nowMs && nowMs < known.goodUntilMs) return known.record;
    const { record, goodUntilMs = Number.POSITIVE_INFINITY } = make(text);
    this.#known.set(text, { record: Object.freeze(record), madeAtMs: nowMs, goodUntilMs });
    return record;
  }
}
