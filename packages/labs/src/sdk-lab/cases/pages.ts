import type { Adapter, LabPage } from '../adapter.ts';
import { type Case, type Cell, notThere } from '../case.ts';
import type { ClientProcess } from '../client-process.ts';
import { json, refuse, type Seen, startFaultServer } from '../fault-server.ts';
import type { ListResult } from '../protocol.ts';

const limitMs = 15_000;
/** An SDK that requests more pages than this does not detect the repeated cursor. */
const mostPages = 60;

/** Three pages of two records. The cursor of the next page is also the ID of the last record. */
const pages: Record<string, LabPage> = {
  first: { items: items('a', 'cur_2'), next: 'cur_2' },
  cur_2: { items: items('b', 'cur_3'), next: 'cur_3' },
  cur_3: { items: items('c', 'd'), next: null },
};
const all = ['a', 'cur_2', 'b', 'cur_3', 'c', 'd'];

interface Listing {
  result: ListResult;
  requests: number;
  cursors: string[];
}

export const pageCases: Case[] = [
  pageCase(
    'an empty page in the middle',
    { pages: { ...pages, cur_2: { items: [], next: 'cur_3' } } },
    ({ result: { ended, error, ids } }) => {
      const wanted = ['a', 'cur_2', 'c', 'd'];
      if (ended === 'resolved' && ids.join() === wanted.join()) return yes('followed');
      return no(ended === 'resolved' ? 'ends the list' : `${error?.className}`);
    },
  ),
  pageCase(
    'a cursor that repeats',
    { pages: { ...pages, cur_2: { items: items('b', 'cur_2'), next: 'cur_2' } } },
    ({ result: { ended, error }, requests }) => {
      if (requests >= mostPages || ended === 'pending') return no('goes on for ever');
      return ended === 'rejected' ? yes(error?.className ?? '') : no('ends, says nothing');
    },
  ),
  pageCase(
    'an error on page 3 tells where to go on',
    { pages, failAt: 'cur_3', mention: 'cur_3' },
    ({ result: { ended, error, ids } }) => {
      if (ended === 'pending') return no('asks on and on');
      if (ended === 'resolved') return no(`ends after ${ids.length} records`);
      return error?.mentions ? yes('has the cursor') : no('has no cursor');
    },
  ),
  pageCase('break after the first record', { pages, stopAfter: 1 }, ({ result, requests }) =>
    result.ended === 'resolved' && requests === 1
      ? yes('1 request')
      : no(`${requests} requests, ${result.ended}`),
  ),
  pageCase('going on from a cursor', { pages, cursor: 'cur_2' }, ({ result, cursors }) =>
    result.ended === 'resolved' &&
    cursors[0] === 'cur_2' &&
    result.ids.join() === all.slice(2).join()
      ? yes('goes on')
      : no(`${result.ended}, ${result.ids.length} records`),
  ),
];

interface Script {
  pages: Record<string, LabPage>;
  failAt?: string;
  mention?: string;
  stopAfter?: number;
  cursor?: string;
}

function pageCase(name: string, script: Script, judge: (listing: Listing) => Cell): Case {
  return {
    group: 'Lists',
    name,
    pace: 'busy',
    async run(adapter, client) {
      const listing = await walk(adapter, client, script);
      return listing ? judge(listing) : { ...notThere, text: 'no iterator' };
    },
  };
}

async function walk(
  adapter: Adapter,
  client: ClientProcess,
  { pages: script, failAt, mention, stopAfter, cursor }: Script,
): Promise<Listing | undefined> {
  const { pages: dialect } = adapter;
  if (!dialect) return undefined;
  const cursors: string[] = [];
  const server = await startFaultServer((request, response, nth) => {
    const asked = parameter(request, dialect.cursorParameter) ?? 'first';
    cursors.push(asked);
    if (nth >= mostPages || asked === failAt) return refuse(response, 400);
    const page = script[asked] ?? { items: [], next: null };
    const { body, headers } = dialect.render(page, server.url);
    json(response, 200, body, headers);
  });
  const { url } = server;
  const task = {
    do: 'list',
    url,
    ...(cursor ? { cursor } : {}),
    ...(stopAfter ? { stopAfter } : {}),
    ...(mention ? { mention } : {}),
  } as const;
  const result = await client.perform<'list'>(task, limitMs);
  const requests = server.seen.length;
  server.close();
  return { result, requests, cursors };
}

/** Returns a parameter of the query or, for SDKs that use POST for every request, of the form. */
function parameter({ url, body }: Seen, name: string): string | undefined {
  const query = new URL(url, 'http://lab').searchParams;
  return query.get(name) ?? new URLSearchParams(body).get(name) ?? undefined;
}

function items(...ids: string[]): { id: string }[] {
  return ids.map((id) => ({ id }));
}

function yes(text: string): Cell {
  return { text, good: true };
}

function no(text: string): Cell {
  return { text, good: false };
}
