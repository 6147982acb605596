import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly record: T;
  readonly madeAtMs: number;
  readonly goodUntilMs: number;
}

export interface Made<T> {
  readonly record: T;
  /**
   * The time from which the same row gives another record, in epoch milliseconds; absent when the record does not
   * depend on time.
   */
  readonly goodUntilMs?: number;
}

/** Shows the stored record. */
export const asItIs = (record: object): Made<never> => ({ record: record as never });

/**
 * The size of the cache of one list, in characters of row texts. They belong to a few thousand records, which use about
 * four times as much memory. The size does not include what CompletionMemo adds to a record: see `maxOwnCharacters`.
 */
const defaultCharacters = 4_000_000;

/** The longest data of other tables for which a completed record is kept, in characters of JSON. */
const maxOwnCharacters = 4_000;

/**
 * Caches the records that were built from the texts of rows. Every read still queries the database, and a changed row
 * has another text, so a cached record is never outdated. Records are frozen.
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
    if (known && isGood(known, nowMs)) return known.record;
    const entry = entryOf(make(text), nowMs);
    this.#known.set(text, entry);
    return entry.record;
  }
}

/**
 * Caches the records that were built from cached records and data of other tables. A record is built again when the data
 * differs, and each time when the data is long.
 */
export class CompletionMemo<Rec extends object, T extends object> {
  readonly #known = new WeakMap<Rec, Entry<T> & { readonly text: string | undefined }>();

  get(stored: Rec, own: unknown, nowMs: number, make: () => Made<T>): T {
    const text = JSON.stringify(own) as string | undefined;
    const known = this.#known.get(stored);
    if (known?.text === text && known && isGood(known, nowMs)) return known.record;
    const entry = entryOf(make(), nowMs);
    if (text === undefined || text.length <= maxOwnCharacters) {
      this.#known.set(stored, { ...entry, text });
    }
    return entry.record;
  }
}

function isGood({ madeAtMs, goodUntilMs }: Entry<unknown>, nowMs: number): boolean {
  return madeAtMs <= nowMs && nowMs < goodUntilMs;
}

function entryOf<T extends object>(
  { record, goodUntilMs = Number.POSITIVE_INFINITY }: Made<T>,
  madeAtMs: number,
): Entry<T> {
  return { record: Object.freeze(record), madeAtMs, goodUntilMs };
}
