import type {
  Channel,
  ListContactsQuery,
  ListConversationsQuery,
  ListInboundFailuresQuery,
  ListMessagesQuery,
  ListTemplatesQuery,
} from '@parley/contract/schemas';
import { contactRules, conversationRules, messageFilters } from '@parley/domain';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { channels } from '../channels/service.ts';
import { contacts } from '../contacts/service.ts';
import { contactsTable } from '../contacts/table.ts';
import { conversations } from '../conversations/records.ts';
import { conversationsTable } from '../conversations/table.ts';
import type { Database } from '../db/database.ts';
import { type PageSql, readPage } from '../db/page-statement.ts';
import type { Sqlite } from '../db/statement.ts';
import { SystemDb } from '../db/system-db.ts';
import { listMessages } from '../messages/service.ts';
import { messagesTable } from '../messages/table.ts';
import { listFailuresOf } from '../receivers/failures.ts';
import { listTemplates } from '../templates/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';

// A statement on SQLite blocks the process. It must find its rows by an index, or look at a limited number of them. SQLite's
// query plan says which: `SEARCH contacts USING INDEX contacts_phone (tenant_id=? AND phone=?)`.

const rowsOfTenant = 450;

interface Asked {
  readonly text: string;
  readonly plan: string;
}

/** Returns the statements with their plans that `work` runs on SQLite for pages of lists. */
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

function planOf(db: Sqlite, tenantId: string, { text, values }: PageSql): string {
  const steps = db.prepare(`explain query plan ${text}`).all(tenantId, ...values);
  return (steps as { detail: string }[]).map(({ detail }) => detail).join('; ');
}

const findsFew = /^SEARCH \w+ USING (COVERING )?INDEX \w+ \(tenant_id=\? AND \w+=\?/;
const hasBound = /^SEARCH \w+ USING (COVERING )?INDEX \w+ \(tenant_id=\? AND \(?\w+(,id\))?[<>]/;
const hasTwoBounds =
  /^SEARCH \w+ USING (COVERING )?INDEX \w+ \(tenant_id=\? AND \(\w+,id\)>\(\?,\?\) AND \(\w+,id\)</;

function expectBounded(asked: readonly Asked[]): void {
  const pages = asked.filter(({ text }) => !text.includes('offset'));
  if (pages.length === 1) {
    expect(pages[0]?.plan).toMatch(findsFew);
    return;
  }
  // The first one begins, and the last one ends, where the rows of the tenant do.
  for (const { plan } of pages) expect(plan).toMatch(hasBound);
  for (const { plan } of pages.slice(1, -1)) expect(plan).toMatch(hasTwoBounds);
}

async function aTenant(): Promise<TenantContext> {
  const { database } = await freshDatabase('SQLite');
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  await fill(ctx, database);
  return ctx;
}

/** Adds contacts with one conversation and one message each. */
async function fill(ctx: TenantContext, database: Database): Promise<void> {
  await database.writer.raw('pragma foreign_keys = off');
  await ctx.db.transaction(async (db) => {
    for (let n = 0; n < rowsOfTenant; n += 1) {
      const at = new Date(1.7e12 + n * 1_000).toISOString();
      const contact = contactRules.initial({ name: `Ana ${n}` }, { id: ctx.newId('con'), at });
      await db.insert(contactsTable, contactsTable.toRow(contact));
      const conversation = conversationRules.initial(
        {
          channel: { id: 'cha_1', type: 'whatsapp' },
          contact: { id: contact.id, name: null, phone: null, avatarUrl: null },
          address: `${n}`,
          source: 'api',
        },
        { id: ctx.newId('cnv'), at },
      );
      const row = conversationsTable.toRow({ ...conversation, lastMessageAt: at });
      await db.insert(conversationsTable, row);
      const cells = {
        id: ctx.newId('msg'),
        channelId: 'cha_1',
        channelType: 'whatsapp',
        conversationId: conversation.id,
        contactId: contact.id,
        direction: 'inbound',
        type: 'text',
        status: 'received',
        text: 'Hello',
        from: '1',
        to: '2',
        attempts: 0,
        failures: 0,
        sourceType: 'api',
        metadata: {},
        isDeleted: false,
        windowNumber: 0,
        createdAt: at,
        updatedAt: at,
      };
      // The other columns of a message may be null.
      await db.insert(messagesTable, messagesTable.toRow(cells as never));
    }
  });
}

/** The values of filters that take no text; no record of the test has any of the others. */
const values: Readonly<Record<string, unknown>> = {
  channelType: ['instagram'],
  q: 'absent',
  unread: true,
  windowOpen: true,
};
const valueFor = (name: string) => values[name] ?? ['absent'];

const page = { limit: 25, cursor: undefined };

type List = (ctx: TenantContext, query: Readonly<Record<string, unknown>>) => Promise<unknown>;

const lists: [string, { filters: object; sorts: readonly string[]; list: List }][] = [
  [
    'contacts',
    {
      filters: contactRules.filters,
      sorts: ['-createdAt', 'name', 'updatedAt'],
      list: (ctx, query) => contacts.list(ctx, query as ListContactsQuery),
    },
  ],
  [
    'conversations',
    {
      filters: conversationRules.filters,
      sorts: ['-lastMessageAt', 'lastMessageAt', '-createdAt'],
      list: (ctx, query) => conversations.list(ctx, query as ListConversationsQuery),
    },
  ],
  [
    'messages',
    {
      filters: messageFilters,
      sorts: ['-createdAt', 'createdAt', '-updatedAt'],
      list: (ctx, query) => listMessages(ctx, query as ListMessagesQuery),
    },
  ],
];

test.each(lists)(
  'on SQLite, no statement reads all %s, whatever they are filtered by',
  { timeout: 30_000 },
  async (_name, { filters, sorts, list }) => {
    const ctx = await aTenant();
    const ranges = { createdAfter: '2030-01-01T00:00:00Z', createdBefore: '2000-01-01T00:00:00Z' };
    const filtered = Object.keys(filters).map((name) => ({ [name]: valueFor(name) }));
    const several = { channelType: ['instagram'], createdAfter: '2000-01-01T00:00:00Z' };
    const byRange = Object.entries(ranges).map(([name, value]) => ({ [name]: value }));
    for (const query of [...filtered, ...byRange, several]) {
      for (const sort of sorts) {
        const asked = await statementsOf(async () => {
          expect(await list(ctx, { ...page, sort, ...query })).toMatchObject({ data: [] });
        });
        // A range of the column that orders the page is a part of its index.
        const isRange = 'createdAfter' in query || 'createdBefore' in query;
        if (!(isRange && sort.endsWith('createdAt') && asked.length === 1)) expectBounded(asked);
      }
    }
  },
);

test('on SQLite, a conversation is found by the text of a message and by the name of its contact', async () => {
  const ctx = await aTenant();
  const find = async (q: string) => {
    const query = { ...page, sort: '-lastMessageAt', q } as ListConversationsQuery;
    return (await conversations.list(ctx, query)).data.length;
  };
  expect(await Promise.all(['ana 449', 'hello', 'absent'].map(find))).toEqual([1, 25, 0]);
});

test('on SQLite, the templates and the failed items of a channel are found by its index', async () => {
  const { database } = await freshDatabase('SQLite');
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  vi.spyOn(channels, 'get').mockResolvedValue({} as Channel);
  onTestFinished(() => void vi.restoreAllMocks());
  const ofChannel = [
    ...(['-createdAt', 'updatedAt', 'name'] as const).map(
      (sort) => () => listTemplates(ctx, 'chn_1', { ...page, sort } as ListTemplatesQuery),
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
