import type { ListConversationsQuery } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createScene, drain, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { storeConversation } from '../../test/stored-conversations.ts';
import { closeOldest } from '../conversations/idle.ts';
import { conversations } from '../conversations/records.ts';
import { createTenant } from '../tenants/service.ts';
import { SystemDb } from './system-db.ts';

/** Stores conversations that changed at these seconds after a time in the past. Returns their IDs by their order. */
async function withConversations(target: (typeof targets)[number], seconds: readonly number[]) {
  const { database } = await freshDatabase(target);
  const { writer } = database;
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  if (target === 'SQLite') await writer.raw('pragma foreign_keys = off');
  else await writer.raw('alter table conversations disable trigger all');
  const changed = await ctx.db.transaction(async (db) => {
    const stored: { id: string; updatedAt: string }[] = [];
    for (const [n, second] of seconds.entries()) {
      const updatedAt = new Date(1.7e12 + second * 1_000).toISOString();
      const { id } = await storeConversation(ctx, db, n, { updatedAt });
      stored.push({ id, updatedAt });
    }
    return stored;
  });
  changed.sort((a, b) => (a.updatedAt + a.id < b.updatedAt + b.id ? -1 : 1));
  return { ctx, writer, changed };
}

test.each(targets)(
  'on %s, the pages by updatedAt have each conversation once, in order',
  async (target) => {
    // Some in the same minute, some at the same time, and not stored in the order of their changes.
    const seconds = Array.from({ length: 40 }, (_, n) => ((n * 17) % 40) * 13 - ((n * 17) % 3) * 5);
    const { ctx, changed } = await withConversations(target, [...seconds, 60, 60, 60, 120, 120]);
    const listed = async (query: Partial<ListConversationsQuery>) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await conversations.list(ctx, { limit: 4, ...query, cursor } as never);
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return ids;
    };
    const all = changed.map(({ id }) => id);
    expect(await listed({ sort: 'updatedAt' })).toEqual(all);
    expect(await listed({ sort: '-updatedAt' })).toEqual([...all].reverse());
    // Times at the start, in the middle and at the end of a minute.
    for (const from of [0, 20, 60, 119, 120, 121]) {
      const updatedAfter = new Date(1.7e12 + from * 1_000).toISOString();
      const updatedBefore = new Date(1.7e12 + (from + 90) * 1_000).toISOString();
      const inside = changed
        .filter(({ updatedAt }) => updatedAt >= updatedAfter && updatedAt < updatedBefore)
        .map(({ id }) => id);
      expect(inside.length).toBeGreaterThan(3);
      const range = { updatedAfter, updatedBefore };
      expect(await listed({ sort: 'updatedAt', ...range })).toEqual(inside);
      expect(await listed({ sort: '-updatedAt', ...range })).toEqual([...inside].reverse());
      expect((await listed({ sort: '-createdAt', ...range })).sort()).toEqual([...inside].sort());
    }
  },
);

test('on Postgres, a page by updatedAt and the search for idle conversations read the rows of their minutes', async () => {
  const seconds = Array.from({ length: 600 }, (_, n) => n * 20);
  const { ctx, writer, changed } = await withConversations('Postgres', seconds);
  await writer.raw('analyze conversations');
  const { updatedAt } = changed[300] ?? { updatedAt: '' };
  const looked = async (query: Partial<ListConversationsQuery>) => {
    const asked = await askedPlans(() => conversations.list(ctx, { limit: 20, ...query } as never));
    expect(asked).toHaveLength(1);
    return asked[0]?.looked;
  };
  // 21 rows, and up to two from the same minute at each end.
  const most = 26;
  expect(await looked({ sort: 'updatedAt' })).toBeLessThan(most);
  expect(await looked({ sort: '-updatedAt' })).toBeLessThan(most);
  expect(await looked({ sort: 'updatedAt', updatedAfter: updatedAt })).toBeLessThan(most);
  expect(await looked({ sort: '-updatedAt', updatedBefore: updatedAt })).toBeLessThan(most);
  const { nextCursor: cursor } = await conversations.list(ctx, {
    sort: 'updatedAt',
    limit: 100,
  } as never);
  expect(await looked({ sort: 'updatedAt', cursor: String(cursor) })).toBeLessThan(most);

  const asked = await askedPlans(() => closeOldest(ctx, 1, async () => undefined as never));
  expect(asked[0]?.rows).toBe(100);
  expect(asked[0]?.looked).toBeLessThan(106);
});

const server = serverOfTests(() => startQuiet('Postgres'));

test('on Postgres, status reports that come within a minute write no index of their conversation', async () => {
  const scene = await createScene(server);
  const sent = [];
  for (let count = 0; count < 10; count += 1) sent.push(await scene.send());
  await drain(server);
  for (const { id } of sent) expect(await scene.message(id)).toMatchObject({ status: 'read' });
  const { writer } = server.deps.database;
  // A connection publishes its counts when it ends.
  await writer.raw(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const updatesWithoutIndexes = async () => {
    const row = await writer('pg_stat_user_tables').where({ relname: 'conversations' }).first();
    return Number(row.n_tup_hot_upd);
  };
  // The reports `delivered` and `read` of ten messages. Those after a minute that ends during the test write indexes.
  await expect.poll(updatesWithoutIndexes).toBeGreaterThanOrEqual(10);
});
