import { type EndpointName, routeNamed, sortsOf } from '@parley/conformance/routes';
import type {
  ListContactsQuery,
  ListConversationsQuery,
  ListDealsQuery,
  ListInboundFailuresQuery,
  ListMessagesQuery,
  ListTicketsQuery,
  Pipeline,
  Stage,
} from '@parley/contract/schemas';
import { dealRules, rangesOf, readSort, ticketRules } from '@parley/domain';
import { beforeAll, expect, test, vi } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { databaseAt, freshDatabase, makePlace, skipFsync } from '../../test/databases.ts';
import { messageRow, storeConversation, timeOf } from '../../test/stored-conversations.ts';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import type { Database } from '../db/database.ts';
import { type PageSql, readPage } from '../db/page-statement.ts';
import type { Sqlite } from '../db/statement.ts';
import { SystemDb } from '../db/system-db.ts';
import { deals } from '../deals/records.ts';
import { dealsTable } from '../deals/table.ts';
import { listMessages } from '../messages/service.ts';
import { messagesTable } from '../messages/table.ts';
import { pipelines } from '../pipelines/records.ts';
import { listFailuresOf } from '../receivers/failures.ts';
import { templates } from '../templates/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { tickets } from '../tickets/records.ts';
import { ticketsTable } from '../tickets/table.ts';

// A statement on SQLite blocks the process. It must find its rows by an index, or look at a limited number of them. SQLite's
// query plan says which: `SEARCH contacts USING INDEX contacts_phone (tenant_id=? AND phone=?)`.

const rowsOfTenant = 450;

interface Asked {
  readonly text: string;
  readonly plan: string;
}

/** Runs `work`, and returns the statements that it runs on SQLite for pages of lists, with their plans. */
async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const read = readPage.sqlite;
  const spy = vi.spyOn(readPage, 'sqlite').mockImplementation((db, call) => {
    asked.push({ text: call.input.text, plan: planOf(db, call.tenantId, call.input) });
    return read(db, call);
  });
  await work();
  spy.mockRestore();
  return asked;
}

const plans = new Map<string, string>();

function planOf(db: Sqlite, tenantId: string, { text, values }: PageSql): string {
  const known = plans.get(text);
  if (known !== undefined) return known;
  const steps = db.prepare(`explain query plan ${text}`).all(tenantId, ...values);
  const plan = (steps as { detail: string }[]).map(({ detail }) => detail).join('; ');
  // Without statistics, SQLite plans by the text and the indexes alone.
  plans.set(text, plan);
  return plan;
}

const inList = String.raw`^SEARCH \w+ USING (COVERING )?INDEX \w+ \(tenant_id=\?( AND archived_key=\?)? AND `;
const findsFew = new RegExp(String.raw`${inList}(?!archived_key)\w+=\?`);
/** The indexes that contain only the rows with one value of a filter. */
const ofOneValue = /contacts_blocked|conversations_unread|messages_with_failure|tickets_overdue/;
const hasBound = new RegExp(String.raw`${inList}\(?\w+(,id\))?[<>]`);
const hasTwoBounds = new RegExp(
  String.raw`${inList}(\(\w+,id\)>\(\?,\?\) AND \(\w+,id\)<|\w+>\? AND \w+<)`,
);

/**
 * Returns whether the statement ends after the rows of its page: it has no filter, no range except of its order, and
 * needs no sort.
 */
const endsWithPage = ({ text, plan }: Asked) =>
  /where tenant_id = (\?|\$1)( and archived_key = (\?|\$2))?(?: and (?<order>\w+) (<|>=) \?)?( and \(\w+, id\) [<>] \(\?, \?\))?\s+order by \k<order>/.test(
    text,
  ) && !/TEMP B-TREE|(?<!Incremental )Sort {2}/.test(plan);

function expectBounded(asked: readonly Asked[], query?: object): void {
  const pages = asked.filter((one) => !one.text.includes('offset') && !endsWithPage(one));
  if (pages.length === 0) return;
  const [end] = asked;
  if (pages.length === 1) {
    const { plan = '' } = pages[0] ?? {};
    // A statement has found that the same search returns no more rows than a statement may read.
    const isAfterEnd =
      end?.text.includes('offset') && plan.startsWith(end.plan.replace('COVERING ', ''));
    const isBounded = isAfterEnd || findsFew.test(plan) || ofOneValue.test(plan);
    expect(isBounded, JSON.stringify([query, asked])).toBe(true);
    return;
  }
  // The first statement begins at the first row of the tenant, and the last one ends at the last row.
  for (const { plan } of pages) {
    expect(plan).toMatch(hasBound);
    // The bound is one of the order, so the rows need no sort.
    expect(plan, JSON.stringify(query)).not.toContain('TEMP B-TREE');
  }
  for (const { plan } of pages.slice(1, -1)) expect(plan).toMatch(hasTwoBounds);
}

async function aTenant(database: Database) {
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  await fill(ctx, database);
  return ctx;
}

/** A tenant for all tests that only read on SQLite. */
let reading: TenantContext;
beforeAll(async () => {
  const { remove, ...place } = await makePlace('SQLite');
  const database = databaseAt(place);
  await skipFsync(database);
  reading = await aTenant(database);
  return async () => {
    await database.close();
    await remove();
  };
});

/** Adds contacts with one conversation, one message, one ticket and one deal each. */
async function fill(ctx: TenantContext, database: Database): Promise<void> {
  const { writer } = database;
  if (database.dialect === 'sqlite') await writer.raw('pragma foreign_keys = off');
  else {
    for (const table of ['conversations', 'messages', 'tickets', 'deals']) {
      await writer.raw(`alter table ${table} disable trigger all`);
    }
  }
  await ctx.db.transaction(async (db) => {
    const { data } = await pipelines.list(ctx, { sort: 'createdAt', limit: 1 } as never);
    const pipeline = data[0] as Pipeline;
    for (let n = 0; n < rowsOfTenant; n += 1) {
      const at = timeOf(n);
      const conversation = await storeConversation(ctx, db, n, { lastMessageAt: at });
      await db.insert(messagesTable, messageRow(ctx, conversation, { text: 'Hello', at }));
      const { id: conversationId, contactId } = conversation;
      const place = { contactId, conversationId, channelId: null };
      const ticket = ticketRules.initial(
        { number: n + 1, subject: 'Help', place, source: 'api' },
        { id: ctx.newId('tkt'), at },
      );
      await db.insert(ticketsTable, ticketsTable.toRow(ticket));
      // Postgres sees that a stage has only a part of the deals.
      const stage = pipeline.stages[n % 4] as Stage;
      const board = { stage, pipeline, status: 'open', position: n } as const;
      const deal = dealRules.initial(
        { title: 'Order', defaultCurrency: 'BRL', value: n, contactId, place: board },
        { id: ctx.newId('deal'), at },
      );
      await db.insert(dealsTable, dealsTable.toRow(deal));
    }
  });
}

/** Gives the newest conversation a `messageCount` so high that an order without an index needs several statements. */
async function lengthen(ctx: TenantContext, database: Database) {
  const [row] = await database.reader('messages').orderBy('created_at', 'desc').limit(1);
  const count = 7_000;
  await ctx.db.remove(messagesTable, { id: row.id });
  const { tenant_id: _, ...cells } = row;
  const at = (n: number) => new Date(1.8e12 + n * 1_000).toISOString();
  const rows = Array.from({ length: count }, (_, place) => ({
    ...cells,
    id: ctx.newId('msg'),
    metadata: JSON.stringify({ place: String(place) }),
    created_at: at(place),
    updated_at: at(count - place),
  }));
  await ctx.db.insertTogether({ ...messagesTable, columns: Object.keys(cells) }, rows);
  return { id: String(row.conversation_id), contactId: String(row.contact_id), count };
}

/** Values for the filters that do not take text. Every record of the test has these values. */
const values: Readonly<Record<string, unknown>> = {
  channelType: ['instagram'],
  status: ['failed'],
  q: 'absent',
  number: [9_999],
  overdue: true,
  unread: true,
  windowOpen: true,
  consent: ['marketing:opted_out'],
  blocked: true,
  archived: true,
  rotten: true,
  valueMin: 9_999,
  valueMax: -9_999,
};

const bounds = { After: '2030-01-01T00:00:00Z', Before: '2000-01-01T00:00:00Z' };

/** Returns a value that no record of the test has. */
function valueFor(name: string): unknown {
  const [, bound] = /(After|Before)$/.exec(name) ?? [];
  return values[name] ?? (bound ? bounds[bound as keyof typeof bounds] : ['absent']);
}

/** Returns a query with the filter that finds no record of the test. */
function queryOf(list: EndpointName, name: string): Query {
  // Contacts have the filter with IDs of channels, and conversations with a boolean.
  if (list === 'contacts.list' && name === 'windowOpen') return { windowOpen: ['absent'] };
  const others = name === 'tagNone' ? { lifecycle: valueFor('lifecycle') } : {};
  return { [name]: valueFor(name), ...others };
}

const page = { limit: 25, cursor: undefined };

type Query = Readonly<Record<string, unknown>>;
type List = (ctx: TenantContext, query: Query) => Promise<unknown>;

const lists: [EndpointName, List][] = [
  ['contacts.list', (ctx, query) => contacts.list(ctx, query as ListContactsQuery)],
  ['deals.list', (ctx, query) => deals.list(ctx, query as ListDealsQuery)],
  ['conversations.list', (ctx, query) => conversations.list(ctx, query as ListConversationsQuery)],
  ['tickets.list', (ctx, query) => tickets.list(ctx, query as ListTicketsQuery)],
  ['messages.list', (ctx, query) => listMessages(ctx, query as ListMessagesQuery)],
];

/** Filters with an index each. Together with another one, an index can only give the rows of one of them. */
const pairs: Readonly<Record<string, readonly Readonly<[string, string]>[]>> = {
  'contacts.list': [
    ['ownerId', 'blocked'],
    ['ownerId', 'consent'],
  ],
  'deals.list': [['stageId', 'ownerId']],
  'conversations.list': [
    ['assigneeId', 'unread'],
    ['assigneeId', 'status'],
  ],
  'messages.list': [['sourceId', 'status']],
  'tickets.list': [
    ['assigneeId', 'type'],
    ['contactId', 'type'],
    ['type', 'status'],
  ],
};

const orderOfPairs: Readonly<Record<string, string>> = {
  'conversations.list': '-lastMessageAt',
  'tickets.list': '-updatedAt',
};

/** Returns queries with filters that each have an index with the order of the page. */
function pairsOf(name: EndpointName): Query[] {
  const isArchivable = routeNamed(name).query?.shape['archived'] !== undefined;
  const order = { ...page, ...(isArchivable && { archived: false }) };
  const sort = orderOfPairs[name] ?? '-createdAt';
  return (pairs[name] ?? []).map(([one, other]) => {
    return { ...order, sort, ...queryOf(name, one), ...queryOf(name, other) };
  });
}

/**
 * Returns queries with each sort of a list in the contract, and filters with each of its filters, alone and with a range.
 * `unindexed` is a filter without an index.
 */
function queriesOf(name: EndpointName) {
  const route = routeNamed(name);
  const { archived, sort: _, cursor, limit, ...shape } = route.query?.shape ?? {};
  const orders = sortsOf(route).map((sort) => ({
    ...page,
    ...(archived && { archived: false }),
    ...(sort === 'position' && { stageId: ['absent'] }),
    sort,
  }));
  const fields = Object.keys({ ...shape, ...(archived && { archived }) });
  const filters = fields.map((field) => queryOf(name, field));
  const several = filters
    .filter((filter) => !('createdAfter' in filter || 'createdBefore' in filter))
    .map((filter) => ({ ...filter, createdAfter: '2000-01-01T00:00:00Z' }));
  const kind =
    ['channelType', 'priority', 'type', 'status'].find((one) => fields.includes(one)) ?? '';
  return { orders, filters: [...filters, ...several], unindexed: queryOf(name, kind) };
}

/** Returns whether the query has a range that the index of the order finds. */
function isRangeOfOrder(query: Query): boolean {
  const { field } = readSort(String(query['sort']));
  return rangesOf(query).some((range) => range.field === field);
}

test.each(lists)(
  'on SQLite, no statement of %s reads all records, whatever the filter and the order',
  async (name, list) => {
    const ctx = reading;
    const { orders, filters } = queriesOf(name);
    for (const query of orders.flatMap((order) =>
      filters.map((filter) => ({ ...order, ...filter })),
    )) {
      const asked = await statementsOf(async () => {
        expect(await list(ctx, query), JSON.stringify(query)).toMatchObject({ data: [] });
      });
      if (!(isRangeOfOrder(query) && asked.length === 1)) expectBounded(asked, query);
    }
    for (const query of pairsOf(name)) {
      const [end, read] = await statementsOf(async () => void (await list(ctx, query)));
      expect(end?.text, JSON.stringify(query)).toContain('offset');
      const indexOf = (plan = '') => / INDEX (\w+)/.exec(plan)?.[1];
      expect(indexOf(read?.plan), JSON.stringify(query)).toBe(indexOf(end?.plan));
    }
  },
);

test('on SQLite, a filter with a cheap subquery reads as many records in a statement as a filter without', async () => {
  const ctx = reading;
  const asked = async (list: List, query: Query) => {
    const given = { ...page, sort: '-createdAt', archived: false, ...query };
    return (await statementsOf(() => list(ctx, given))).length;
  };
  const [listContacts, listDeals] = lists.map(([, list]) => list) as [List, List];
  expect(await asked(listDeals, { rotten: true })).toBe(
    await asked(listDeals, { status: ['lost'] }),
  );
  const lifecycle = await asked(listContacts, { lifecycle: ['customer'] });
  expect(await asked(listContacts, { channelType: ['instagram'] })).toBe(lifecycle);
  // A contact may have many conversations, so a statement looks at those of 50 contacts.
  const windowOpen = await asked(listContacts, { windowOpen: ['absent'] });
  expect(windowOpen).toBeGreaterThanOrEqual(rowsOfTenant / 50);
});

test.each<[string, List, Query]>([
  [
    'tickets without an assignee',
    lists[3]?.[1] as List,
    { sort: '-updatedAt', assigneeId: ['none'] },
  ],
  ['tickets of a user', lists[3]?.[1] as List, { sort: '-createdAt', assigneeId: ['absent'] }],
  ['tickets of two users', lists[3]?.[1] as List, { sort: '-updatedAt', assigneeId: ['a', 'b'] }],
  [
    'deals of a stage',
    lists[1]?.[1] as List,
    { sort: 'value', archived: false, stageId: ['absent'] },
  ],
])(
  'on SQLite, %s may be most of all records, so they are read in bounded statements',
  async (_what, list, query) => {
    const asked = await statementsOf(() => list(reading, { ...page, ...query }));
    expect(asked[0]?.text).toContain('offset');
    for (const { plan } of asked) expect(plan).not.toContain('TEMP B-TREE');
  },
);

const ofLastMessage = {
  lastMessageAfter: '2000-01-01T00:00:00Z',
  lastMessageBefore: '2000-01-02T00:00:00Z',
};

test.each([
  ['conversations.list', { sort: 'lastMessageAt', lastMessageAfter: '2030-01-01T00:00:00Z' }],
  ['conversations.list', { sort: '-lastMessageAt', lastMessageBefore: '2000-01-01T00:00:00Z' }],
  ['conversations.list', { sort: 'lastMessageAt', ...ofLastMessage }],
  ['conversations.list', { sort: '-lastMessageAt', ...ofLastMessage }],
  ['tickets.list', { sort: 'dueAt', dueAfter: '2030-01-01T00:00:00Z' }],
  ['tickets.list', { sort: '-dueAt', dueBefore: '2000-01-01T00:00:00Z' }],
  ['deals.list', { sort: 'expectedCloseDate', expectedCloseAfter: '2030-01-01', archived: false }],
] as const)(
  'on SQLite, %s finds a range of times by the index of the order: %o',
  async (name, query) => {
    const list = new Map(lists).get(name) as List;
    const asked = await statementsOf(async () => {
      expect(await list(reading, { ...page, ...query })).toMatchObject({ data: [] });
    });
    expect(asked).toHaveLength(1);
    // Of two bounds in one direction, SQLite may use the wider one.
    expect(asked[0]?.text.match(/ (<|>=?) \?/g)).toHaveLength(2);
    expect(asked[0]?.plan).toMatch(/_(asc|desc|message|page|close) .*AND \w+>\? AND \w+<\?\)$/);
  },
);

/** Returns the statements that `work` runs on Postgres for pages of lists. */
async function textsOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  const read = readPage.postgres;
  const spy = vi.spyOn(readPage, 'postgres').mockImplementation(async (db, calls) => {
    for (const { input } of calls) texts.add(input.text);
    return await read(db, calls);
  });
  await work();
  spy.mockRestore();
  return texts;
}

/** The indexes that Postgres must use for filters in the first order of a list. */
const indexes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'contacts.list': { ownerId: 'contacts_by_owner', externalId: 'contacts_external_id' },
  'deals.list': {
    ownerId: 'deals_by_owner',
    contactId: 'deals_of_contact',
    externalId: 'deals_external_id',
  },
  'conversations.list': {
    assigneeId: 'conversations_by_assignee',
    unread: 'conversations_unread',
    status: 'conversations_by_status',
  },
  'messages.list': { sourceId: 'messages_of_source', status: 'messages_with_failure' },
  'tickets.list': { type: 'tickets_by_type', assigneeId: 'tickets_by_assignee' },
};

/** Returns whether a statement of Postgres ends after a limited number of rows, or after the rows that an index finds. */
function isLimited(asked: Asked): boolean {
  const { text, plan } = asked;
  // A number finds one ticket.
  if (endsWithPage(asked) || ofOneValue.test(plan) || plan.includes('tickets_number')) return true;
  if (/ limit \d+\) as /.test(text)) return !/(?<!Incremental )Sort {2}/.test(plan);
  const [, table = ''] = / as line from (\w+)/.exec(text) ?? [];
  const ofTable = new RegExp(`^(Index (Only )?Scan .*on ${table} |Bitmap Index Scan on ${table}_)`);
  const scans = withoutSubplans(plan)
    .split(/->\s+/)
    .filter((node) => ofTable.test(node));
  const hasCondition = (scan: string) =>
    [...scan.matchAll(/Index Cond: (.*)/g)]
      .flatMap(([, found = '']) => found.split(' AND '))
      .some((one) => !/^\(*(tenant_id|archived_key)\b/.test(one));
  return scans.length > 0 && scans.every(hasCondition);
}

/** Returns the plan without the plans of subqueries: their indexes do not limit the rows of the list. */
function withoutSubplans(plan: string): string {
  let inside = Number.POSITIVE_INFINITY;
  const kept = plan.split('\n').filter((line) => {
    const indent = line.search(/\S/);
    if (indent > inside) return false;
    inside = /^\s*(SubPlan|InitPlan|CTE) /.test(line) ? indent : Number.POSITIVE_INFINITY;
    return inside > indent;
  });
  return kept.join('\n');
}

test('on Postgres, an index has the order of each list, and no statement reads all records of a tenant', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = await aTenant(database);
  const { writer } = database;
  await writer.raw('analyze contacts, conversations, deals, messages, tickets');
  for (const [name, list] of lists) {
    const { orders, filters, unindexed } = queriesOf(name);
    const askedFor = async (queries: readonly Query[]) => {
      const texts = await textsOf(async () => {
        for (const query of queries) await list(ctx, query);
      });
      const asked: Asked[] = [];
      for (const text of texts) {
        const { rows } = await writer.raw(`explain (generic_plan) ${text}`);
        const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
        asked.push({ text, plan });
      }
      return asked;
    };
    // Ticket numbers are unique, so their index needs no ID: the incremental sort compares single rows.
    for (const { plan } of await askedFor(orders)) {
      expect(plan, name).not.toMatch(/Seq Scan|(?<!Incremental )Sort {2}/);
    }
    for (const filter of filters) {
      const [first = ''] = Object.keys(filter);
      const some = [orders[0], orders.at(-1)].map((order) => ({ ...order, ...filter }));
      for (const asked of await askedFor(some)) {
        const { text, plan } = asked;
        expect(plan, name).not.toContain('Seq Scan');
        expect(isLimited(asked), `${first}: ${text}\n${plan}`).toBe(true);
      }
      const index = indexes[name]?.[first];
      if (!index) continue;
      const [asked] = await askedFor(some.slice(0, 1));
      expect(asked?.plan, name).toContain(index);
    }
    for (const asked of await askedFor(pairsOf(name))) {
      expect(asked.text, name).toMatch(/ limit \d+\) as /);
      expect(isLimited(asked), `${asked.text}\n${asked.plan}`).toBe(true);
    }
    // A statement of 100 rows never fills a page of 100.
    const of100 = { ...orders[0], ...unindexed, limit: 100 };
    for (const { text } of await askedFor([of100])) expect(text, name).toContain('row_of_step');
  }
});

test('on Postgres, the failed messages of a long conversation are found by its index', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = await aTenant(database);
  const { id } = await lengthen(ctx, database);
  // Postgres estimates that few messages have failed, but one tenant may have many of them.
  await database.writer.raw(
    "update messages set status = 'failed' where created_at like '%:00.000Z'",
  );
  await database.writer.raw('analyze messages');
  const query = { ...page, sort: '-updatedAt', conversationId: [id], status: ['failed'] };
  const texts = await textsOf(() => listMessages(ctx, query as unknown as ListMessagesQuery));
  expect(texts.size).toBeGreaterThan(2);
  for (const text of texts) {
    const { rows } = await database.writer.raw(`explain (generic_plan) ${text}`);
    expect(JSON.stringify(rows)).toContain('messages_of_conversation');
  }
});

test('on SQLite, the messages of a contact with a long conversation are read in bounded statements', async () => {
  const { database } = await freshDatabase('SQLite');
  const ctx = await aTenant(database);
  const { id, contactId, count } = await lengthen(ctx, database);
  for (const sort of ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt']) {
    for (const by of [{ contactId: [contactId] }, { conversationId: [id, 'cnv_absent'] }]) {
      const query = { ...page, sort, ...by } as ListMessagesQuery;
      const seen: string[] = [];
      const pages = await statementsOf(async () => {
        const first = await listMessages(ctx, query);
        const cursor = first.nextCursor ?? undefined;
        const next = await listMessages(ctx, { ...query, cursor });
        seen.push(
          ...[...first.data, ...next.data].map(({ metadata }) => String(metadata['place'])),
        );
      });
      // The records were updated in the opposite order of their creation.
      const isFromOldest = sort === 'createdAt' || sort === '-updatedAt';
      const places = Array.from({ length: 50 }, (_, n) => (isFromOldest ? n : count - 1 - n));
      expect(seen).toEqual(places.map(String));
      const isInOrder = sort.endsWith('createdAt');
      for (const { text, plan } of pages) {
        expect(plan).toMatch(/^SEARCH messages USING INDEX messages_of_conversation/);
        expect(plan.includes('TEMP B-TREE')).toBe(!isInOrder);
        const count = (of: RegExp, where: string) => where.match(of)?.length ?? 0;
        if (isInOrder) continue;
        expect(count(/created_at[<>]/g, plan)).toBe(count(/created_at [<>]/g, text));
      }
      const inMiddle = pages.filter(({ plan }) => /created_at>\? AND created_at<\?/.test(plan));
      expect(inMiddle).toHaveLength(isInOrder ? 0 : 2);
    }
  }
});

test('on SQLite, a conversation is found by the text of a message and by the name of its contact', async () => {
  const ctx = reading;
  const find = async (q: string) => {
    const query = { ...page, sort: '-lastMessageAt', q } as ListConversationsQuery;
    return (await conversations.list(ctx, query)).data.length;
  };
  expect(await Promise.all(['ana 449', 'hello', 'absent'].map(find))).toEqual([1, 25, 0]);
});

test('on SQLite, the templates and the failed items of a channel are found by its index', async () => {
  const ctx = reading;
  const ofChannel = [
    ...(['-createdAt', 'updatedAt', 'name'] as const).map(
      (sort) => () => templates.list(ctx, { ...page, sort, channelId: ['chn_1'] }),
    ),
    () =>
      listFailuresOf(ctx, 'chn_1', { ...page, sort: '-receivedAt' } as ListInboundFailuresQuery),
  ];
  for (const list of ofChannel) {
    const [asked, ...more] = await statementsOf(list);
    expect(more).toEqual([]);
    expect(asked?.plan).toMatch(findsFew);
  }
});
