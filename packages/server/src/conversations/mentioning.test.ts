import type { ListConversationsQuery } from '@parley/contract/schemas';
import { describe, expect, test, vi } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, type Target, targets } from '../../test/databases.ts';
import { messageRow, storeConversation, timeOf } from '../../test/stored-conversations.ts';
import { readRows } from '../db/row-statements.ts';
import { SystemDb } from '../db/system-db.ts';
import { messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { conversations } from './records.ts';

describe.each(targets)('the search of conversations for a text on %s', (target) => {
  test('compares at most 250 messages of a long conversation in one statement', async () => {
    const ctx = await aTenant(target);
    const long = await addConversation(ctx, 0, { messages: 850 });
    const short = await addConversation(ctx, 1, { messages: 2 });
    const find = async (q: string) => (await search(ctx, { q })).data.map(({ id }) => id);
    for (const place of [0, 250, 749, 849]) {
      expect(await find(`Of ${long}: ${place}.`)).toEqual([long]);
    }
    expect(await find('of cnv')).toEqual([short, long]);
    expect(await find('ANA 1')).toEqual([short]);
    const run = vi.spyOn(ctx.db, 'run');
    expect(await find('absent')).toEqual([]);
    const compared = run.mock.calls.flatMap(([statement, input]) => {
      const { text } = input as { text: string };
      return statement.name === readRows.name && text.includes('text_key') ? [text] : [];
    });
    // One statement for the short conversation, and four for the ranges of the long one.
    expect(compared).toHaveLength(1 + 4);
    const ranges = compared.map((text) => text.match(/created_at (>=|<)/g)?.length ?? 0);
    expect(ranges).toEqual([0, 1, 2, 2, 1]);
  });

  test('blocks no other request, however long a conversation and its messages are', async () => {
    const ctx = await aTenant(target);
    await addConversation(ctx, 0, { messages: 3_000, text: 'x'.repeat(4_000) });
    const run = async () =>
      expect((await search(ctx, { q: `${'x'.repeat(100)}y` })).data).toEqual([]);
    await expectShortHold(run, { tries: 4, mostMs: 50 });
  });

  test('ends a page with a cursor after 100,000 rows, and finds the others with it', async () => {
    const ctx = await aTenant(target);
    const made: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      // The conversation counts more messages than the database has.
      made.push(await addConversation(ctx, n, { messages: 1, counted: 9_000 }));
    }
    const sorted = [
      { sort: 'createdAt', order: made },
      { sort: '-createdAt', order: made.toReversed() },
    ] as const;
    for (const { sort, order } of sorted) {
      const late = String(order[25]);
      for (const [q, wanted] of [
        [': 0.', order],
        [`of ${order.at(-1)}`, order.slice(-1)],
        // A match of the contact alone, in a conversation of a later page.
        [`ana ${made.indexOf(late)}`, [late]],
      ] as const) {
        const pages = await pagesOf(ctx, { q, sort, status: ['open'] });
        expect(pages.map(({ length }) => length > 0)).toContain(true);
        expect(pages.flat()).toEqual(wanted);
        expect(pages).toHaveLength(3);
        expect(pages[0]).toEqual(order.slice(0, 12).filter((id) => wanted.includes(id)));
      }
    }
  });
});

async function pagesOf(ctx: TenantContext, query: Partial<ListConversationsQuery>) {
  const pages: string[][] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
    const { data, nextCursor } = await search(ctx, { ...query, cursor, limit: 100 });
    pages.push(data.map(({ id }) => id));
    cursor = nextCursor ?? undefined;
  }
  return pages;
}

async function search(ctx: TenantContext, query: Partial<ListConversationsQuery>) {
  return await conversations.list(ctx, { sort: '-createdAt', limit: 25, ...query });
}

/** Creates a tenant. Without an index, texts are found in steps. */
async function aTenant(target: Target, { isIndexed = false } = {}): Promise<TenantContext> {
  const { database } = await freshDatabase(target);
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  if (target === 'SQLite') await database.writer.raw('pragma foreign_keys = off');
  else await database.writer.raw('alter table conversations disable trigger all');
  if (target === 'Postgres') {
    await database.writer.raw('alter table messages disable trigger all');
    await database.writer.raw('alter table messages enable trigger user');
  }
  if (!isIndexed)
    await database.writer('text_backfills').insert({ after_tenant: '', after_id: '' });
  return ctx;
}

/** Adds a conversation whose `messageCount` is `counted` with some messages, and returns its ID. */
async function addConversation(
  ctx: TenantContext,
  n: number,
  { messages, text, counted = messages }: { messages: number; text?: string; counted?: number },
): Promise<string> {
  return await ctx.db.transaction(async (db) => {
    const conversation = await storeConversation(ctx, db, n, { messageCount: counted });
    const rows = Array.from({ length: messages }, (_, place) => {
      const of = text ?? `Of ${conversation.id}: ${place}.`;
      return messageRow(ctx, conversation, { text: of, at: timeOf(place) });
    });
    await db.insert(messagesTable, rows);
    return conversation.id;
  });
}
