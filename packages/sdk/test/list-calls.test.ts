import { expect, test, vi } from 'vitest';
import { PaginationError, ResponseParseError } from '../src/index.ts';
import { client, failureOf } from './recording-client.ts';

/** A client that is answered with these bodies, one after the other. */
function listing(...pages: unknown[]) {
  const known = client({ maxRetries: 0 }, () => {
    const page = pages.shift();
    if (page instanceof Error) throw page;
    return new Response(JSON.stringify(page), { headers: { 'x-request-id': 'req_1' } });
  });
  return { ...known, list: () => known.parley.contacts.list({ limit: 1 }) };
}

const first = { data: [{ id: 'con_1' }], nextCursor: 'b' };
const whereItFailed = {
  method: 'GET',
  path: '/api/v1/contacts',
  cursor: 'b',
  attempts: 1,
  status: 200,
  requestId: 'req_1',
};

test('the error for an invalid page has its cursor, call and attempts', async () => {
  for (const page of [{ foo: 2 }, { data: 'x' }, { data: {}, nextCursor: 'c' }]) {
    const error = await failureOf(listing(first, page).list().toArray({ limit: 9 }));
    expect(error).toBeInstanceOf(ResponseParseError);
    expect(error).toMatchObject({ ...whereItFailed, outcome: 'unknown' });
    expect(error.message).toBe('200 without a JSON page');
  }
});

test('hooks are called for an invalid page', async () => {
  const after = vi.fn();
  const { parley } = client({ hooks: { after } }, () => new Response('{"foo":2}'));
  const error = await failureOf(parley.contacts.list());
  expect(after.mock.lastCall?.[1]).toMatchObject({ status: 200, error });
});

test('the error for a repeated cursor has its call and attempts', async () => {
  const error = await failureOf(listing(first, first).list().toArray({ limit: 9 }));
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({ ...whereItFailed, outcome: 'rejected' });
});

test.each([[undefined], [''], [null]])('a nextCursor of %j reads as null', async (nextCursor) => {
  expect((await listing({ data: [], nextCursor }).list()).nextCursor).toBeNull();
});

test('changing query or options later does not affect the next pages', async () => {
  const { parley, sent } = listing(first, { data: [], nextCursor: null });
  const query = { limit: 1, q: 'ana' };
  const options = { headers: { 'x-trace': 'one' } };
  const list = parley.contacts.list(query, options);
  query.q = 'bia';
  options.headers = { 'x-trace': 'two' };
  await list.toArray({ limit: 9 });
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?limit=1&q=ana',
    '?limit=1&q=ana&cursor=b',
  ]);
  expect(sent.map(({ init }) => init.headers['x-trace'])).toEqual(['one', 'one']);
});

const limitMessage = (limit: unknown): string =>
  `limit is ${typeof limit === 'string' ? `"${limit}"` : limit}; expected 0 or more, such as toArray({ limit: 1_000 }), or Infinity for all.`;

test.each([[undefined], [Number.NaN], [-1], ['all']])(
  'toArray refuses the limit %j instead of returning all',
  async (limit) => {
    const { list, sent } = listing(first, first);
    const error = await failureOf(list().toArray({ limit: limit as number }));
    expect(error).toMatchObject({ outcome: 'not_sent', message: limitMessage(limit) });
    expect(sent).toHaveLength(1);
  },
);

test('toArray without options is refused as well', async () => {
  const list = listing(first).list() as unknown as { toArray(): Promise<unknown> };
  expect((await failureOf(list.toArray())).message).toBe(limitMessage(undefined));
});

test('a page knows whether there is a next page, and fetches it with the same query', async () => {
  const second = { data: [{ id: 'con_2' }], nextCursor: null };
  const { list, sent } = listing(first, second);
  const page = await list();
  expect(page.hasNext).toBe(true);
  const last = await page.next();
  expect(last.hasNext).toBe(false);
  expect([page, last]).toStrictEqual([first, second]);
  expect(JSON.stringify(last)).toBe(JSON.stringify(second));
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=1', '?limit=1&cursor=b']);
});

test('next() of the last page throws an error that names hasNext', async () => {
  const { list, sent } = listing({ data: [], nextCursor: null });
  const error = await failureOf((await list()).next());
  expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0 });
  expect(error.message).toBe('This is the last page: check `hasNext` first.');
  expect(sent).toHaveLength(1);
});

test('next() refuses a cursor that repeats, however far back', async () => {
  const { list, sent } = listing(
    first,
    { data: [], nextCursor: 'c' },
    { data: [], nextCursor: 'b' },
  );
  const third = await (await (await list()).next()).next();
  const error = await failureOf(third.next());
  expect(error).toBeInstanceOf(PaginationError);
  expect(error).toMatchObject({ cursor: 'b', requestId: 'req_1' });
  expect(sent).toHaveLength(3);
});

test('next() of a page of an iteration works after the iteration continued', async () => {
  const { list } = listing(first, { data: [], nextCursor: null }, { data: [7], nextCursor: null });
  const pages = [];
  for await (const page of list().pages()) pages.push(page);
  expect(await pages[0]?.next()).toEqual({ data: [7], nextCursor: null });
  expect(pages[1]?.hasNext).toBe(false);
});
