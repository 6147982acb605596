import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly record: T;
  readonly madeAtMs: number;
  readonly goodUntilMs: number;
}

export interface Made<T> {
  readonly record: T;
  /** From then on the same row makes another record; absent when time does not matter. */
  readonly goodUntilMs?: number;
}

/** Of the texts of rows, per list: a few thousand records, which take about four times as much with what was made of them. */
const defaultCharacters = 4_000_000;

/**
 * Remembers what was made of the text of a row. It knows nothing that the row does not say: the
 * database is asked every time, and a row that changed has another text. Records are frozen.
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
