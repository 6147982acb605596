import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { PagePromise } from '../src/core/pages.ts';
import type { Page, Success } from '../src/core/success.ts';
import { PaginationError, ParleyError, ServerError } from '../src/errors.ts';
import { failureOf } from './recording-client.ts';

type Pages = Record<string, { data: unknown; nextCursor?: unknown } | ParleyError>;

/** A list whose pages are known by cursor; the first page has the cursor ''. */
function list(pages: Pages, start?: string, signal?: AbortSignal) {
  const asked: string[] = [];
  const fetchPage = vi.fn(
    async (cursor = start ?? '', _stop?: AbortSignal): Promise<Success<Page<number>>> => {
      asked.push(cursor);
      const page = pages[cursor];
      if (ParleyError.is(page)) throw page;
      const success = { data: structuredClone(page), response: new Response() };
      return success as unknown as Success<Page<number>>;
    },
  );
  return { asked, fetchPage, promise: new PagePromise<number>(fetchPage, start, signal) };
}

const three: Pages = {
  '': { data: [1, 2], nextCursor: 'b' },
  b: { data: [3, 4], nextCursor: 'c' },
  c: { data: [5], nextCursor: null },
};

async function all(promise: AsyncIterable<number>): Promise<number[]> {
  const items: number[] = [];
  for await (const item of promise) items.push(item);
  return items;
}

describe('a list', () => {
  test('returns one page when awaited', async () => {
    const { promise, asked } = list(three);
    expect(await promise).toEqual({ data: [1, 2], nextCursor: 'b' });
    expect(asked).toEqual(['']);
  });

  test('iterates over every record and fetches the first page once', async () => {
    const { promise, asked } = list(three);
    expect(await all(promise)).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual(['', 'b', 'c']);
  });

  test('continues from a cursor', async () => {
    expect(await all(list(three, 'b').promise)).toEqual([3, 4, 5]);
  });

  test('skips empty pages', async () => {
    const { promise } = list({ ...three, b: { data: [], nextCursor: 'c' } });
    expect(await all(promise)).toEqual([1, 2, 5]);
  });

  test.each([[undefined], ['']])('ends when nextCursor is %j', async (nextCursor) => {
    expect(await all(list({ '': { data: [1], nextCursor } }).promise)).toEqual([1]);
  });

  test('fetches no page after a break', async () => {
    const { promise, asked } = list(three);
    for await (const item of promise) if (item === 1) break;
    expect(asked).toEqual(['']);
  });
});

describe('toArray', () => {
  test.each([
    [0, [], 1],
    [2, [1, 2], 1],
    [3, [1, 2, 3], 2],
    [100, [1, 2, 3, 4, 5], 3],
    [Number.POSITIVE_INFINITY, [1, 2, 3, 4, 5], 3],
  ])('with limit %d', async (limit, items, requests) => {
    const { promise, asked } = list(three);
    expect(await promise.toArray({ limit })).toEqual(items);
    expect(asked).toHaveLength(requests);
  });
});

describe('pages', () => {
  test('yields every page with its next cursor', async () => {
    const cursors: (string | null)[] = [];
    for await (const page of list(three).promise.pages()) cursors.push(page.nextCursor);
    expect(cursors).toEqual(['b', 'c', null]);
  });

  test.each([
    [0, 1],
    [1, 2],
    [2, 3],
    [9, 3],
  ])(
    'with prefetch %d has requested %d pages while the first is processed',
    async (prefetch, requests) => {
      const { promise, asked } = list(three);
      for await (const _ of promise.pages({ prefetch })) {
        await new Promise(setImmediate);
        expect(asked).toHaveLength(requests);
        break;
      }
    },
  );

  test.each([-1, Number.NaN, 101])(
    'refuses prefetch %d instead of ending the list',
    async (prefetch) => {
      const error = await failureOf(list(three).promise.pages({ prefetch }).next());
      const message = `prefetch is ${prefetch}; expected 0 to 100 pages, such as 1.`;
      expect(error).toMatchObject({ outcome: 'not_sent', message });
    },
  );

  test('yields all pages in order with prefetch', async () => {
    const seen: number[] = [];
    for await (const page of list(three).promise.pages({ prefetch: 2 })) seen.push(...page.data);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  test('a break aborts the prefetched page', async () => {
    const { promise, fetchPage } = list(three);
    for await (const _ of promise.pages({ prefetch: 1 })) break;
    expect(fetchPage.mock.calls[1]?.[1]?.aborted).toBe(true);
  });
});

describe('the signal of the caller', () => {
  test.each([0, 1])('reaches every page, with prefetch %d', async (prefetch) => {
    const caller = new AbortController();
    const { promise, fetchPage } = list(three, undefined, caller.signal);
    for await (const { nextCursor } of promise.pages({ prefetch })) {
      if (nextCursor === null) caller.abort('enough');
    }
    const reasons = fetchPage.mock.calls.map(([, signal]) => signal?.reason);
    expect(reasons).toEqual(['enough', 'enough', 'enough']);
  });

  test('is not aborted by a break', async () => {
    const { signal } = new AbortController();
    const { promise } = list(three, undefined, signal);
    for await (const _ of promise.pages({ prefetch: 1 })) break;
    expect(signal.aborted).toBe(false);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('a list that fails', () => {
  const broken = new ServerError('500', { outcome: 'unknown', status: 500, cursor: 'b' });

  test('yields the records before the failure, then the error with the cursor to continue from', async () => {
    const { promise } = list({ ...three, b: broken });
    const seen: number[] = [];
    const error = await failureOf(
      (async () => {
        for await (const item of promise) seen.push(item);
      })(),
    );
    expect(seen).toEqual([1, 2]);
    expect(error.cursor).toBe('b');
  });

  test('during prefetch has no effect when the reader breaks', async () => {
    const { promise } = list({ ...three, b: broken });
    for await (const _ of promise.pages({ prefetch: 2 })) {
      await new Promise(setImmediate);
      break;
    }
  });

  test.each([
    [
      'its own',
      { '': { data: [1], nextCursor: 'b' }, b: { data: [2], nextCursor: 'b' } },
      undefined,
    ],
    [
      'the one before',
      {
        '': { data: [1], nextCursor: 'b' },
        b: { data: [2], nextCursor: 'c' },
        c: { data: [], nextCursor: 'b' },
      },
      undefined,
    ],
    ['the one it was started from', { b: { data: [1, 2], nextCursor: 'b' } }, 'b'],
  ] as [string, Pages, string | undefined][])(
    'by repeating %s cursor ends with an error that carries it',
    async (_, pages, start) => {
      const { promise } = list(pages, start);
      const seen: number[] = [];
      const error = await failureOf(
        (async () => {
          for await (const item of promise) seen.push(item);
        })(),
      );
      expect(seen).toEqual([1, 2]);
      expect(error).toBeInstanceOf(PaginationError);
      expect(error.cursor).toBe('b');
    },
  );
});
