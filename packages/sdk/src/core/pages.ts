import { PaginationError } from '../errors.ts';
import { answerContext } from './attempt.ts';
import { misuse } from './misuse.ts';
import { dataOf, ParleyPromise, type Settled, type Success } from './promise.ts';
import { unheard } from './unheard.ts';

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

type Result<Item> = Settled<Page<Item>>;
type FetchPage<Item> = (cursor?: string, signal?: AbortSignal) => Promise<Result<Item>>;

/** `await` it for one page, `for await` it for every record. Pages without records are passed over. */
export class PagePromise<Item> extends ParleyPromise<Page<Item>> implements AsyncIterable<Item> {
  readonly #start: string | undefined;
  readonly #fetch: FetchPage<Item>;
  readonly #signal: AbortSignal | undefined;

  /** `start` is the cursor of the first page, and `signal` is the caller's. */
  constructor(start: string | undefined, fetch: FetchPage<Item>, signal?: AbortSignal) {
    super(fetch(start, signal));
    this.#start = start;
    this.#fetch = fetch;
    this.#signal = signal;
  }

  /**
   * Every page, from the first one. `prefetch` pages are fetched ahead while you work on one.
   * Keep `page.nextCursor` to go on later, in another process, with `list({ cursor })`. Fails as its calls do; the
   * error has the `cursor` to go on from.
   *
   *     for await (const { data } of parley.contacts.list().pages({ prefetch: 1 })) save(data);
   */
  async *pages({
    prefetch = 0,
  }: {
    prefetch?: number | undefined;
  } = {}): AsyncGenerator<Page<Item>, void> {
    if (!(prefetch >= 0 && prefetch <= 100)) throw misuse('prefetch must be 0 to 100.');
    const stop = new AbortController();
    const seen = new Set([this.#start]);
    let signal = this.#signal;
    // Only what is fetched ahead can be in flight when the caller breaks off.
    if (prefetch) signal = AbortSignal.any([stop.signal, signal ?? stop.signal]);
    // Fails by its result, not by throwing: a page that was fetched ahead may never be asked for.
    const follow = async (page: Promise<Result<Item> | undefined>) => {
      const result = await page;
      const cursor = result?.ok && result.data.nextCursor;
      if (!cursor) return undefined;
      if (seen.has(cursor)) return repeated(result, cursor);
      seen.add(cursor);
      return this.#fetch(cursor, signal);
    };
    let last: Promise<Result<Item> | undefined> = this.settled;
    const ahead = [last];
    try {
      for (;;) {
        for (; ahead.length <= prefetch; ahead.push(last)) last = follow(last);
        const result = await ahead.shift();
        if (!result) return;
        yield dataOf(result);
      }
    } finally {
      stop.abort();
    }
  }

  /**
   * The records of all pages, at most `limit` of them. Fails as its calls do, and then gives no record of the pages
   * before: to keep those and go on from the `cursor` of the error, walk `pages()`.
   *
   *     const contacts = await parley.contacts.list().toArray({ limit: 1_000 });
   */
  toArray(options: { limit: number }): Promise<Item[]> {
    return unheard(this.#collect(options?.limit));
  }

  async #collect(limit: number): Promise<Item[]> {
    if (!(limit >= 0)) throw misuse('limit must be 0 or more.');
    const items: Item[] = [];
    if (limit) for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }
}

function repeated<Item>(
  { identity, response, attempts }: Success<Page<Item>>,
  cursor: string,
): Settled<never> {
  const context = {
    ...identity,
    ...answerContext(response),
    attempts,
    outcome: 'rejected',
    cursor,
  } as const;
  return { ok: false, error: new PaginationError('The list repeats a cursor', context) };
}
