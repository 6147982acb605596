import { PaginationError } from '../errors.ts';
import { answerContext } from './attempt.ts';
import { checkNumber } from './config.ts';
import { ParleyPromise } from './promise.ts';
import type { Page, Success } from './success.ts';
import { show, usageError } from './usage-error.ts';

/** One page of a list, which can fetch the next one. `JSON.stringify` leaves out `hasNext` and `next`. */
export type ListPage<Item, More = unknown> = Page<Item> & More & WayOn<Item, More>;

interface WayOn<Item, More> {
  readonly hasNext: boolean;
  /** Fetches the next page. Rejects as the list call would, and when `hasNext` is false. */
  next(): PagePromise<Item, More>;
}

/**
 * The cursor of a page, with those of the pages before it. They detect a list that repeats a cursor, which would never
 * end.
 */
interface Trail {
  cursor: string | undefined;
  before: Trail | undefined;
}

type Result<Item, More> = Success<Page<Item> & More>;
type LoadPage<Item, More> = (cursor?: string, signal?: AbortSignal) => Promise<Result<Item, More>>;

/**
 * Promise of a list. `await` it for one page, `for await` it for every record of all pages. A page without records does
 * not end the iteration.
 */
export class PagePromise<Item, More = unknown>
  extends ParleyPromise<ListPage<Item, More>>
  implements AsyncIterable<Item>
{
  readonly #load: LoadPage<Item, More>;
  readonly #signal: AbortSignal | undefined;
  readonly #trail: Trail;

  /**
   * `start` is the cursor of the first page, `signal` is that of the caller, and `before` has the cursors of earlier
   * pages.
   */
  constructor(load: LoadPage<Item, More>, start?: string, signal?: AbortSignal, before?: Trail) {
    const trail = { cursor: start, before };
    super(load(start, signal).then((result) => withNext(result, load, signal, trail)));
    this.#load = load;
    this.#signal = signal;
    this.#trail = trail;
  }

  /**
   * Iterates over all pages. Requests up to `prefetch` pages (0 to 100) before you ask for them. To continue later or
   * in another process, store `page.nextCursor` and pass it to `list({ cursor })`. If a request fails, throws its
   * error; `error.cursor` is the page to continue from.
   *
   *     for await (const { data } of parley.contacts.list().pages({ prefetch: 1 })) save(data);
   */
  async *pages({
    prefetch = 0,
  }: {
    prefetch?: number | undefined;
  } = {}): AsyncGenerator<ListPage<Item, More>, void> {
    if (!(prefetch >= 0 && prefetch <= 100)) {
      this.result.catch(ignore);
      throw usageError(`prefetch is ${show(prefetch)}; expected 0 to 100 pages, such as 1.`);
    }
    const stop = new AbortController();
    let trail = this.#trail;
    let signal = this.#signal;
    // Only a prefetched page can be in flight when the caller stops the iteration.
    if (prefetch) signal = AbortSignal.any([stop.signal, signal ?? stop.signal]);
    const follow = async (page: Promise<Success<ListPage<Item, More>> | undefined>) => {
      const result = await page;
      const cursor = result?.data.nextCursor;
      if (!cursor) return undefined;
      if (isOn(trail, cursor)) throw repeated(result, cursor);
      trail = { cursor, before: trail };
      return withNext(await this.#load(cursor, signal), this.#load, this.#signal, trail);
    };
    let last: Promise<Success<ListPage<Item, More>> | undefined> = this.result;
    const ahead = [last];
    try {
      for (;;) {
        for (; ahead.length <= prefetch; ahead.push(last)) {
          last = follow(last);
          // A prefetched page may never be used. A second handler of another page would end the stack of its error.
          if (prefetch) last.catch(ignore);
        }
        const result = await ahead.shift();
        if (!result) return;
        yield result.data;
      }
    } finally {
      stop.abort();
    }
  }

  /**
   * Returns the records of all pages, but at most `limit`. If the request of any page fails, rejects with its error and
   * returns no records. To keep the records of the earlier pages, use `pages()`.
   *
   *     const contacts = await parley.contacts.list().toArray({ limit: 1_000 });
   */
  async toArray(options: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    const limit = options?.limit;
    if (!(limit > 0)) this.result.catch(ignore);
    checkNumber({ limit }, '0 or more, such as toArray({ limit: 1_000 }), or Infinity for all', 0);
    if (limit > 0) for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }
}

/** Returns the response with the same page and its `hasNext` and `next`, which JSON and comparisons ignore. */
function withNext<Item, More>(
  result: Result<Item, More>,
  load: LoadPage<Item, More>,
  signal: AbortSignal | undefined,
  trail: Trail,
): Success<ListPage<Item, More>> {
  const { data: page } = result;
  const next = (): PagePromise<Item, More> => {
    const { nextCursor: cursor } = page;
    if (cursor && !isOn(trail, cursor)) return new PagePromise(load, cursor, signal, trail);
    const error = cursor
      ? repeated(result, cursor)
      : usageError('This is the last page: check `hasNext` first.');
    return new PagePromise(() => Promise.reject(error));
  };
  const members = { hasNext: { value: !!page.nextCursor }, next: { value: next } };
  return { ...result, data: Object.defineProperties(page as ListPage<Item, More>, members) };
}

/**
 * Ignores the rejection of a page that was requested early. The iteration reports it, too; without a handler it would
 * be unhandled.
 */
const ignore = (): void => undefined;

function isOn(trail: Trail, cursor: string): boolean {
  let step: Trail | undefined = trail;
  while (step && step.cursor !== cursor) step = step.before;
  return step !== undefined;
}

function repeated<Item>(
  { identity, response, attempts }: Result<Item, unknown>,
  cursor: string,
): PaginationError {
  const context = { ...identity, ...answerContext(response), attempts, cursor };
  return new PaginationError('The list repeats a cursor', { ...context, outcome: 'rejected' });
}
