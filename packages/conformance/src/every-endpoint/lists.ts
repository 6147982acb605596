import { pageLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import type { AnyRequest } from '../client.ts';
import { type Extent, endpointsFor, named, oneOfEachShape } from '../extent.ts';
import type { ListInScene } from '../fixture.ts';
import { prepareList } from '../fixtures.ts';
import type { Query } from '../http.ts';
import { type EndpointName, listRoutes, type Route, sortsOf, unlistedStatusOf } from '../routes.ts';
import { createScene, missingId, type Scene } from '../scene.ts';
import { compareBySort } from '../sort-order.ts';
import type { Target } from '../target.ts';

interface AnyPage {
  data: Record<string, unknown>[];
  nextCursor: string | null;
}

/** A list that is read page by page in one order. */
interface PagedOrder {
  query: { sort?: string };
  /** The records before the first page was read. */
  before: string[];
  seen: Record<string, unknown>[];
  /** The cursor of the next page: undefined before the first one, null after the last one. */
  cursor: string | null | undefined;
}

const records = 9;
const pageSize = 4;

// A list without a parameter `sort` still has a fixed order.
const sortsOrDefault = (route: Route) => (route.query?.shape['sort'] ? sortsOf(route) : ['']);

export function testLists(target: () => Target, extent: Extent): void {
  const shapes = endpointsFor(extent, listRoutes);
  const scenes = new Map<EndpointName, Promise<ListInScene & { scene: Scene }>>();
  /** Returns a list with records that tests share and only read. */
  const filled = (name: EndpointName) => {
    const known = scenes.get(name) ?? fillNew(target(), name);
    scenes.set(name, known);
    return known;
  };

  test.each(named(listRoutes))(
    '%s is in every order, ties by id, empty values last, and pages to its end while records are inserted',
    async (name, route) => {
      const scene = await createScene(target());
      const { request, insert } = await fill(scene, name, records);
      const orders = await Promise.all(
        sortsOrDefault(route).map(async (sort): Promise<PagedOrder> => {
          const query = sort === '' ? {} : { sort };
          const before = await pageAt(scene, name, request, { ...query, limit: pageLimits.max });
          expect(before.data.length).toBeGreaterThanOrEqual(records);
          expect(before.nextCursor).toBeNull();
          if (sort !== '') {
            const sorted = [...before.data].sort(compareBySort(sort));
            expect(before.data.map(identify), sort).toEqual(sorted.map(identify));
          }
          return { query, before: before.data.map(identify), seen: [], cursor: undefined };
        }),
      );

      const isUnfinished = ({ cursor }: PagedOrder) => cursor !== null;
      for (let next = records; orders.some(isUnfinished) && next < 5 * records; next += 1) {
        for (const order of orders.filter(isUnfinished)) {
          const { query, cursor } = order;
          const page = await pageAt(scene, name, request, {
            ...query,
            limit: pageSize,
            ...(cursor ? { cursor } : {}),
          });
          expect(page.data.length).toBeLessThanOrEqual(pageSize);
          if (page.nextCursor !== null) expect(page.data.length).toBe(pageSize);
          order.seen.push(...page.data);
          order.cursor = page.nextCursor;
        }
        await insert(next);
      }

      for (const { query, before, seen, cursor } of orders) {
        const what = `sorted by ${query.sort}`;
        expect(cursor, `${what}, the list has an end`).toBeNull();
        const ids = seen.map(identify);
        const old = new Set(before);
        expect(
          ids.filter((id) => old.has(id)),
          what,
        ).toEqual(before);
        expect(new Set(ids).size, what).toBe(ids.length);
      }
    },
  );

  test.each(named(endpointsFor(extent, listRoutes)))(
    '%s has ranges over createdAt and updatedAt, which include their start and exclude their end',
    async (name, route) => {
      const { scene, request } = await filled(name);
      const { data } = await pageAt(scene, name, request, { limit: pageLimits.max });
      const record = data[0] ?? {};
      for (const time of ['created', 'updated']) {
        const at = record[`${time}At`];
        const [after, before] = [`${time}After`, `${time}Before`];
        if (typeof at !== 'string' || unranged[name]?.includes(time)) {
          expect(route.query?.shape ?? {}).not.toHaveProperty(after);
          continue;
        }
        const next = new Date(Date.parse(at) + 1).toISOString();
        const shows = async (query: Query) =>
          (await pageAt(scene, name, request, { limit: pageLimits.max, ...query })).data
            .map(identify)
            .includes(identify(record));
        expect(await shows({ [after]: at, [before]: next }), after).toBe(true);
        expect(await shows({ [after]: next }), after).toBe(false);
        expect(await shows({ [before]: at }), before).toBe(false);
      }
    },
  );

  test.each(named(ofEachLimit))('%s accepts a limit from 1 to 100 only', async (name) => {
    const { scene, request } = await filled(name);
    expect((await pageAt(scene, name, request, { limit: 1 })).data).toHaveLength(1);
    expect((await pageAt(scene, name, request, { limit: 100 })).nextCursor).toBeNull();
    const far = '9'.repeat(400);
    for (const limit of ['0', '101', '-1', '1.5', '1e1', 'ten', '', ' 5', '0x10', far]) {
      const answer = await scene.call(name, { ...request, query: { limit } });
      const error = checkError(answer);
      expect(error, `limit=${limit}`).toMatchObject({
        code: 'SVC-VALIDATION',
        details: { issues: [{ in: 'query', path: 'limit' }] },
      });
    }
  });

  // One function of each target reads the cursors of all lists.
  test.each(named(oneOfEachShape(listRoutes)))(
    '%s answers an unusable cursor with SVC-CURSOR-INVALID',
    async (name) => {
      const { scene, request } = await filled(name);
      const { nextCursor } = await pageAt(scene, name, request, { limit: 1 });
      const cursor = nextCursor as string;
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      const flipped = cursor.at(-2) === 'A' ? 'B' : 'A';
      const unusable = [
        'x',
        '!!!',
        `${cursor}A`,
        cursor.slice(1),
        cursor.slice(0, -4),
        `${cursor.slice(0, -2)}${flipped}${cursor.at(-1)}`,
        `${cursor.at(0) === 'A' ? 'B' : 'A'}${cursor.slice(1)}`,
        Buffer.from('{"v":1}').toString('base64url'),
        Buffer.from('null').toString('base64url'),
      ];
      for (const bad of unusable) {
        await expectCursorRefused(scene, name, { ...request, query: { cursor: bad } }, 'malformed');
      }
      // Only the page size may change from one page to the next.
      await pageAt(scene, name, request, { limit: 2, cursor });
    },
  );

  test.each(named(listsOfRecords))(
    '%s refuses an unusable cursor also when the record in its path is missing',
    async (name) => {
      const scene = await createScene(target());
      const request = { params: { id: missingId('msg') }, query: { cursor: 'x' } };
      await expectCursorRefused(scene, name, request, 'malformed');
    },
  );

  test.each(named(shapes))('%s refuses a cursor of another tenant', async (name) => {
    const theirs = await filled(name);
    const stranger = await createScene(target());
    const own = await prepareList(stranger, name);
    const { nextCursor } = await pageAt(theirs.scene, name, theirs.request, { limit: 1 });
    const query = { cursor: nextCursor as string };
    await expectCursorRefused(stranger, name, { ...own.request, query }, 'malformed');
  });

  test.each(named(shapes))('%s refuses a cursor of another list', async (name) => {
    const { scene, request } = await filled(name);
    const other = name === 'channels.list' ? 'apiKeys.list' : 'channels.list';
    const others = await fill(scene, other, 2);
    const { nextCursor } = await pageAt(scene, other, others.request, { limit: 1 });
    const query = { cursor: nextCursor as string };
    await expectCursorRefused(scene, name, { ...request, query });
  });

  test.each(named(endpointsFor(extent, sortedLists)))(
    '%s refuses a cursor after its sort or filters changed',
    async (name, route) => {
      const { scene, request } = await filled(name);
      const { nextCursor } = await pageAt(scene, name, request, { limit: 1 });
      const cursor = nextCursor as string;
      const changed: Query[] = sortsOf(route)
        .slice(1)
        .map((sort) => ({ sort }));
      if (route.query?.shape['createdAfter'])
        changed.push({ createdAfter: '2020-01-01T00:00:00Z' });
      if (route.query?.shape['since']) changed.push({ since: '2020-01-01T00:00:00Z' });
      if (route.query?.shape['afterSequence']) changed.push({ afterSequence: 0 });
      const status = unlistedStatusOf(route);
      if (status !== undefined) changed.push({ status });
      for (const change of changed) {
        const query = { ...request.query, ...change, cursor };
        await expectCursorRefused(scene, name, { ...request, query }, 'filter_mismatch');
      }
    },
  );

  test.each(named(listRoutes))(
    '%s returns an empty page when there are no records',
    async (name, route) => {
      const scene = await createScene(target());
      const { request } = await prepareList(scene, name);
      const filters = route.query?.shape ?? {};
      const before = ['createdBefore', 'until'].find((filter) => filter in filters);
      const none: Query = before ? { [before]: '2001-01-01T00:00:00Z' } : {};
      const page = await pageAt(scene, name, request, none);
      if (before) expect(page).toEqual({ data: [], nextCursor: null });
      else expect(page.nextCursor).toBeNull();
    },
  );
}

/** One list for each schema of `limit`. All orders of all lists are read with limits of 4 and 100. */
const ofEachLimit = [
  ...new Map(listRoutes.map((route) => [route.query?.shape['limit'], route])).values(),
];
/** The times by which a list has no ranges. Deliveries have `since` and `until`, and a segment has its own filter. */
const unranged: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  'segments.listContacts': ['created', 'updated'],
  'webhookEndpoints.listDeliveries': ['created', 'updated'],
};
/** The lists of records that belong to another record. A segment decides its filters, and a client its tenant. */
const listsOfRecords = listRoutes.filter(
  ({ name, path }) => path.includes('/:') && !/^(agencyClients|segments)\./.test(name),
);
const sortedLists = listRoutes.filter((route) => sortsOf(route).length > 1);

async function fillNew(target: Target, name: EndpointName) {
  const scene = await createScene(target);
  return { ...(await fill(scene, name, 2)), scene };
}

async function fill(scene: Scene, name: EndpointName, count: number) {
  const list = await prepareList(scene, name);
  for (let index = 0; index < count; index += 1) await list.insert(index);
  return list;
}

async function pageAt(
  scene: Scene,
  name: EndpointName,
  request: AnyRequest,
  query: Query,
): Promise<AnyPage> {
  const answer = await scene.call(name, { ...request, query: { ...request.query, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as AnyPage;
}

async function expectCursorRefused(
  scene: Scene,
  name: EndpointName,
  request: AnyRequest,
  reason?: 'malformed' | 'filter_mismatch',
): Promise<void> {
  const answer = await scene.call(name, request);
  const error = checkError(answer);
  expect(error.code, `${JSON.stringify(request.query)} ${answer.text}`).toBe('SVC-CURSOR-INVALID');
  if (reason) expect(error.details).toEqual({ reason });
}

/** Returns a text that identifies a record on two pages. Entries of a timeline have no ID. */
function identify(record: Record<string, unknown>): string {
  return (record['id'] as string | undefined) ?? JSON.stringify(record);
}
