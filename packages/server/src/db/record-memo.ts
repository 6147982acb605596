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

const defaultSize = 10_000;

/**
 * Remembers what was made of the text of a row. It knows nothing that the row does not say: the
 * database is asked every time, and a row that changed has another text. Records are frozen.
 */
export class RecordMemo<T extends object> {
  readonly #size: number;
  #recent = new Map<string, Entry<T>>();
  #older = new Map<string, Entry<T>>();

  constructor(size = defaultSize) {
    this.#size = size;
  }

  get(text: string, nowMs: number, make: (text: string) => Made<T>): T {
    const recent = this.#recent.get(text);
    const known = recent ?? this.#older.get(text);
    if (known && known.madeAtMs <= nowMs && nowMs < known.goodUntilMs) {
      if (!recent) this.#keep(text, known);
      return known.record;
    }
    const { record, goodUntilMs = Number.POSITIVE_INFINITY } = make(text);
    this.#keep(text, { record: Object.freeze(record), madeAtMs: nowMs, goodUntilMs });
    return record;
  }

  /** What was not asked for while half of the memory was filled anew is forgotten. */
  #keep(text: string, entry: Entry<T>): void {
    if (this.#recent.size >= this.#size / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, entry);
  }
}
