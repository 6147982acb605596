import { PaginationError, ResponseParseError } from '../errors.ts';
import { misuse } from './misuse.ts';
import { dataOf, ParleyPromise, requestIdOf, type Settled } from './promise.ts';

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

type FetchPage<Item> = (cursor?: string, stop?: AbortSignal) => Promise<Settled<Page<Item>>>;

/** `await` it for one page, `for await` it for every record. Pages without records are passed over. */
export class PagePromise<Item> extends ParleyPromise<Page<Item>> implements AsyncIterable<Item> {
  readonly #start: string | undefined;
  readonly #fetch: FetchPage<Item>;

  /** `fetch` gets the cursor of a later page; `start` is the cursor of the first one. */
  constructor(start: string | undefined, fetch: FetchPage<Item>) {
    super(fetch().then(checked));
    this.#start = start;
    this.#fetch = (cursor, stop) => fetch(cursor, stop).then(checked);
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
    // Only what is fetched ahead can be in flight when the caller breaks off.
    const walk = this.#walk(prefetch > 0 ? stop.signal : undefined);
    const ahead: Promise<IteratorResult<Settled<Page<Item>>, void>>[] = [];
    try {
      for (;;) {
        while (ahead.length <= prefetch) ahead.push(walk.next());
        const step = await ahead.shift();
        if (!step || step.done) return;
        yield dataOf(step.value);
      }
    } finally {
      stop.abort();
    }
  }

  /**
   * The records of all pages, at most `limit` of them. Fails as its calls do; the error has the `cursor` to go on from.
   *
   *     const contacts = await parley.contacts.list().toArray({ limit: 1_000 });
   */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  // Failures are yielded, not thrown: a page that was fetched ahead may never be asked for.
  async *#walk(stop: AbortSignal | undefined): AsyncGenerator<Settled<Page<Item>>, void> {
    const seen = new Set<string | undefined>([this.#start]);
    let result = await this.settled;
    for (;;) {
      yield result;
      if (!result.ok) return;
      const cursor = result.data.nextCursor;
      if (cursor === null) return;
      if (seen.has(cursor)) {
        const { status } = result.response;
        const requestId = requestIdOf(result.response);
        const message = 'The list repeats a cursor and would never end';
        yield {
          ok: false,
          error: new PaginationError(message, { outcome: 'rejected', cursor, status, requestId }),
        };
        return;
      }
      seen.add(cursor);
      result = await this.#fetch(cursor, stop);
    }
  }
}

function checked<Item>(result: Settled<Page<Item>>): Settled<Page<Item>> {
  if (!result.ok) return result;
  const { data: page, response } = result;
  if (!Array.isArray(page.data)) {
    const { status } = response;
    const context = { outcome: 'unknown', status, requestId: requestIdOf(response) } as const;
    return {
      ok: false,
      error: new ResponseParseError(`${status} without a page of records`, context),
    };
  }
  page.nextCursor ||= null;
  return result;
}
