import { fold, type ListMessagesQuery } from '@parley/contract/schemas';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { seed } from '../../../../scripts/test/seed.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, type Target, targets } from '../../test/databases.ts';
import { messageRow, storeConversation, timeOf } from '../../test/stored-conversations.ts';
import { conversations } from '../conversations/records.ts';
import type { Database } from '../db/database.ts';
import { SystemDb } from '../db/system-db.ts';
import { findByText } from '../db/text-index.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { indexMessages } from './index-texts.ts';
import { listMessages } from './service.ts';
import { firstKey, indexTexts } from './statements/index-texts.ts';
import { messagesTable } from './table.ts';

interface Scene {
  readonly ctx: TenantContext;
  readonly database: Database;
  readonly system: SystemDb;
}

async function aTenant(target: Target): Promise<Scene> {
  const { database } = await freshDatabase(target);
  if (target === 'SQLite') await database.writer.raw('pragma foreign_keys = off');
  else {
    for (const table of ['conversations', 'messages']) {
      await database.writer.raw(`alter table ${table} disable trigger all`);
      await database.writer.raw(`alter table ${table} enable trigger user`);
    }
  }
  return await tenantIn(database);
}

async function tenantIn(database: Database): Promise<Scene> {
  const system = new SystemDb(database);
  const ctx = contextFor(system);
  await createTenant(ctx, { name: 'Test' });
  return { ctx, database, system };
}

interface Said {
  readonly id: string;
  readonly text: string | null;
}

interface Place {
  readonly id: string;
  readonly contactId: string;
}

/** Adds conversations, each with this `messageCount`. */
async function addConversations({ ctx }: Scene, count: number, messageCount = 0): Promise<Place[]> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return await ctx.db.transaction((db) =>
    Promise.all(numbers.map((n) => storeConversation(ctx, db, n, { messageCount }))),
  );
}

/**
 * Adds messages with these texts to a conversation. The first one gets the time `timeOf(from)`, each further one the
 * time of the next number.
 */
async function say({ ctx }: Scene, to: Place, texts: readonly string[], from = 0): Promise<Said[]> {
  const rows = texts.map((text, n) => messageRow(ctx, to, { text, at: timeOf(from + n) }));
  await ctx.db.transaction((db) => db.insert(messagesTable, rows));
  return rows.map(({ id, text }) => ({ id, text }));
}

async function edit({ ctx }: Scene, id: string, text: string | null): Promise<void> {
  const text_key = text === null ? null : fold(text);
  await ctx.db.update(messagesTable, { id }, { text, text_key });
}

/** Returns the messages with the text that the index finds, sorted; undefined when it cannot find the text. */
async function foundBy({ ctx }: Scene, all: readonly Said[], text: string) {
  const wanted = fold(text.trim());
  const ids = await ctx.db.run(findByText, { table: 'messages', text: wanted, most: 1_000 });
  return (
    ids &&
    withText(
      all.filter(({ id }) => ids.includes(id)),
      text,
    )
  );
}

function withText(all: readonly Said[], text: string): string[] {
  const wanted = fold(text.trim());
  return all.flatMap(({ id, text: own }) => (own && fold(own).includes(wanted) ? id : [])).sort();
}

const letters = [...'aábÇ12 .@"%_\\*\'', 'ab1', '王', '🙂', 'ﬁ'];
const texts = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 });
const steps = fc.record({
  kind: fc.constantFrom('edit', 'empty', 'remove', 'index', 'index'),
  at: fc.nat(),
  text: texts,
});

/** Returns everything that the index stores of texts. */
async function indexed({ database }: Scene): Promise<string> {
  const isSqlite = database.dialect === 'sqlite';
  const rows = await database.writer(isSqlite ? 'messages_grams_data' : 'messages_texts');
  return rows.map(({ text, block }) => text ?? (block as Buffer).toString('latin1')).join();
}

const all = { least: 1, batches: 1_000 };

describe.each(targets)('the index of the texts of messages on %s', (target) => {
  test('finds what a plain comparison finds, whenever a worker runs', async () => {
    const scene = await aTenant(target);
    const [place] = await addConversations(scene, 1);
    let current: Said[] = [];
    let answers = 0;
    const property = fc.asyncProperty(
      fc.array(texts, { minLength: 20, maxLength: 30 }),
      fc.array(steps, { maxLength: 12 }),
      fc.array(texts, { minLength: 6, maxLength: 6 }),
      async (added, changes, wanted) => {
        const words = added.map((text) => text.join(''));
        current.push(...(await say(scene, place as Place, words)));
        for (const { kind, at, text } of changes) {
          const one = current[at % current.length] as Said;
          const word = kind === 'empty' ? null : text.join('');
          if (kind === 'index') await indexMessages(scene.system, { least: 1, batches: 1 });
          else if (kind === 'remove') {
            await scene.ctx.db.remove(messagesTable, { id: one.id });
            current = current.filter((other) => other !== one);
          } else {
            await edit(scene, one.id, word);
            current = current.map((other) => (other === one ? { ...one, text: word } : other));
          }
        }
        const parts = current.slice(-6).map(({ text }) => [...(text ?? '')].slice(1, 5).join(''));
        for (const text of [...wanted.map((one) => one.join('')), ...parts]) {
          const found = await foundBy(scene, current, text);
          if (found) expect({ text, found }).toEqual({ text, found: withText(current, text) });
          if (found && found.length > 0) answers += 1;
        }
      },
    );
    await fc.assert(property, { numRuns: 15, seed, endOnFailure: true });
    expect(answers).toBeGreaterThan(10);
    // Two workers at once.
    await Promise.all([indexMessages(scene.system, all), indexMessages(scene.system, all)]);
    const { writer } = scene.database;
    const rows: { id: string }[] = await writer('messages_texts').orderBy('id');
    const withTexts = current.filter(({ text }) => text !== null);
    expect(rows.map(({ id }) => id)).toEqual(withTexts.map(({ id }) => id).sort());
    expect(await writer('messages_unindexed')).toEqual([]);
  });

  test('completes the pages of messages and conversations, in every order', async () => {
    const scene = await aTenant(target);
    const { ctx } = scene;
    const places = await addConversations(scene, 40, 1_400);
    const rare = [5, 200, 1_110, 1_399];
    const words = Array.from({ length: 1_400 }, (_, n) =>
      rare.includes(n) ? 'Zélia' : `Ana ${n}`,
    );
    const said = await say(scene, places[3] as Place, words);
    await indexMessages(scene.system, all);
    const late = await say(scene, places[7] as Place, ['from Zelia, not indexed'], 2_000);
    const other = await tenantIn(scene.database);
    const [elsewhere] = await addConversations(other, 1);
    await say(other, elsewhere as Place, ['Zelia of another tenant']);
    const ids = [...rare.map((n) => said[n]?.id), late[0]?.id];
    const run = vi.spyOn(ctx.db, 'run');
    const pagesOf = async (query: Partial<ListMessagesQuery>) => {
      const pages: string[][] = [];
      for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
        const asked = { limit: 3, sort: 'createdAt' as const, ...query, cursor };
        const page = await listMessages(ctx, asked);
        pages.push(page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      }
      return pages;
    };
    expect(await pagesOf({ q: 'ZELIA' })).toEqual([ids.slice(0, 3), ids.slice(3)]);
    const newest = ids.toReversed();
    expect(await pagesOf({ q: 'élia', sort: '-createdAt' })).toEqual([
      newest.slice(0, 3),
      newest.slice(3),
    ]);
    expect(await pagesOf({ q: 'zelia', conversationId: [String(places[7]?.id)] })).toEqual([
      ids.slice(4),
    ]);
    expect(await pagesOf({ q: 'absent' })).toEqual([[]]);
    // The conversation's messages are more than a request compares before it asks the indexes.
    const search = async (q: string, sort: 'createdAt' | '-createdAt' = 'createdAt') => {
      const page = await conversations.list(ctx, { q, sort, limit: 2 });
      expect(page.nextCursor).toBeNull();
      return page.data.map(({ id }) => places.findIndex((place) => place.id === id));
    };
    run.mockClear();
    expect(await search('zelia')).toEqual([3, 7]);
    expect(await search('ZELIA', '-createdAt')).toEqual([7, 3]);
    // The contact of one conversation and a message of another have the text.
    expect(await search('ana 39')).toEqual([3, 39]);
    expect(await search('absent')).toEqual([]);
    const asked = run.mock.calls.filter(([{ name }]) => name === findByText.name);
    expect(asked.length).toBeGreaterThan(0);
  });

  test('finds the messages that are older than the index, and loses none when a worker is killed', async () => {
    const scene = await aTenant(target);
    const { writer } = scene.database;
    const [place] = await addConversations(scene, 1);
    const words = Array.from({ length: 1_300 }, (_, n) => `Ana ${n}.`);
    const said = await say(scene, place as Place, words);
    // The state after the migration of a database with messages.
    await writer('messages_unindexed').delete();
    await writer('text_backfills').insert({ after_tenant: '', after_id: '' });
    said.push(...(await say(scene, place as Place, ['Bia 1.'])));
    expect(await foundBy(scene, said, 'ana 12.')).toBeUndefined();
    for (let batch = 0; batch < 20; batch += 1) {
      const { tenantId } = scene.ctx.db;
      const killed = scene.database.transaction(
        async (tx) => {
          await scene.database.run(indexTexts, { tenantId, input: firstKey }, tx);
          throw new Error('killed');
        },
        { tenantId, isBackground: true },
      );
      await expect(killed).rejects.toThrow('killed');
      await indexMessages(scene.system, { least: 1, batches: 1 });
    }
    expect(await writer('text_backfills')).toEqual([]);
    expect(await writer('messages_unindexed')).toEqual([]);
    expect(await writer('messages_texts')).toHaveLength(said.length);
    for (const text of ['ana 12.', 'ana 1299.', 'bia 1', 'absent']) {
      expect(await foundBy(scene, said, text), text).toEqual(withText(said, text));
    }
  });

  test('leaves nothing of the text of a changed or removed message', async () => {
    const scene = await aTenant(target);
    const [place] = await addConversations(scene, 1);
    const [removed, changed] = await say(scene, place as Place, ['Zyx Qvw', 'Jkl Mnp']);
    await say(
      scene,
      place as Place,
      Array.from({ length: 300 }, (_, n) => `Ana ${n}`),
    );
    await indexMessages(scene.system, all);
    for (const gram of ['zyx', 'qvw', 'jkl', 'mnp']) expect(await indexed(scene)).toContain(gram);
    await edit(scene, String(changed?.id), null);
    await scene.ctx.db.remove(messagesTable, { id: String(removed?.id) });
    for (const gram of ['zyx', 'qvw', 'jkl', 'mnp']) {
      expect(await indexed(scene)).not.toContain(gram);
    }
  });
});
