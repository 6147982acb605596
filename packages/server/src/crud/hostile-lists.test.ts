import type { ListContactsQuery } from '@parley/contract/schemas';
import { contactRules, type StoredContact } from '@parley/domain';
import { describe, expect, test, vi } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable } from '../contacts/table.ts';
import { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';

// A filter without an index compares the rows of a tenant one by one; on SQLite, a limited number in each statement.

const holdMs = 50;
const tries = 4;
const longTag = (n: number) => `${n}`.padEnd(64, 'x');
const tags = Array.from({ length: 50 }, (_, n) => longTag(n));

async function aTenant(target: (typeof targets)[number]): Promise<TenantContext> {
  const { database } = await freshDatabase(target);
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  return ctx;
}

async function addContacts(
  ctx: TenantContext,
  count: number,
  fieldsOf: (n: number) => Partial<StoredContact>,
): Promise<StoredContact[]> {
  const made = Array.from({ length: count }, (_, n) => ({
    ...contactRules.initial(
      {},
      { id: ctx.newId('con'), at: new Date(1e12 + (n % 7)).toISOString() },
    ),
    ...fieldsOf(n),
  }));
  // Triggers write the tags of each contact, so one transaction for all contacts would take seconds.
  for (let at = 0; at < count; at += 100) {
    const rows = made.slice(at, at + 100).map(contactsTable.toRow);
    await ctx.db.transaction((db) => db.insert(contactsTable, rows));
  }
  return made;
}

const asked = (query: Partial<ListContactsQuery>): ListContactsQuery => ({
  sort: '-createdAt',
  limit: 25,
  archived: false,
  ...query,
});

describe.each(targets)('on %s', (target) => {
  test('neither 100 tags, nor a text and a tag, nor a text that nearly fits block other requests', async () => {
    const ctx = await aTenant(target);
    const name = 'x'.repeat(255);
    await addContacts(ctx, 1_000, (n) => ({ tags, name, externalId: `${name.slice(10)}${n}` }));
    for (const query of [
      { tag: Array.from({ length: 100 }, (_, n) => longTag(1_000 + n)) },
      { q: 'nobody has this in a name', tag: [longTag(51)] },
      { q: `${'x'.repeat(63)}y` },
    ]) {
      const list = async () => expect((await contacts.list(ctx, asked(query))).data).toEqual([]);
      await expectShortHold(list, { tries, mostMs: holdMs });
    }
  });

  test('a request looks at a limited number of rows, and its cursor leads to the others', async () => {
    const ctx = await aTenant(target);
    // The oldest contacts, and more of them than the index of tags may return.
    const isWanted = (n: number) => n % 7 === 0 && n < 140;
    const isFounder = (n: number) => n % 7 < 4;
    const tagsOf = (n: number) => [
      isWanted(n) ? 'wanted' : 'other',
      ...(isFounder(n) ? ['founder'] : []),
    ];
    const all = await addContacts(ctx, 2_500, (n) => ({ tags: tagsOf(n) }));
    const tag = ['wanted', ...Array.from({ length: 99 }, (_, n) => `absent ${n}`)];
    const pages: string[][] = [];
    for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
      const page = await contacts.list(ctx, asked({ sort: '-createdAt', tag, cursor }));
      pages.push(page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    }
    // Each page compares 1,000 rows with 100 patterns: 100,000 comparisons.
    expect(pages).toHaveLength(3);
    expect(pages[0]).toEqual([]);
    expect(pages.flat().sort()).toEqual(
      all
        .filter((_, n) => isWanted(n))
        .map(({ id }) => id)
        .sort(),
    );

    // A tag on more records than one statement compares. None of them is among the first 1,000 of the list.
    const found: string[] = [];
    for (let cursor: string | undefined; found.length === 0 || cursor; ) {
      const query = { tag: ['founder'], limit: 100, cursor };
      const page = await contacts.list(ctx, asked(query));
      expect(page.data).toHaveLength(page.nextCursor ? 100 : page.data.length);
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    }
    const order = ({ createdAt, id }: StoredContact) => createdAt + id;
    const founders = all
      .filter((_, n) => isFounder(n))
      .sort((a, b) => (order(a) > order(b) ? -1 : 1));
    expect(found).toEqual(founders.map(({ id }) => id));
  });

  // With 100 patterns, one statement compares three rows on SQLite, and 10 or 100 on Postgres. A page of 60 needs several.
  test.each([
    ['createdAt', 7],
    ['-createdAt', 60],
    ['name', 60],
  ] as const)(
    'the pages of a filter have each record once, by %s, with %i on a page',
    async (sort, limit) => {
      const ctx = await aTenant(target);
      const isWanted = (n: number) => n % 3 === 0 || (n > 200 && n < 260);
      const all = await addContacts(ctx, 500, (n) => ({
        tags: isWanted(n) ? ['Wanted'] : ['other'],
      }));
      const tag = ['wanted', ...Array.from({ length: 99 }, (_, n) => `absent ${n}`)];
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await contacts.list(ctx, asked({ sort, tag, limit, cursor }));
        expect(page.data).toHaveLength(page.nextCursor ? limit : page.data.length);
        found.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const key = ({ createdAt, id }: StoredContact) => (sort === 'name' ? id : createdAt + id);
      const wanted = all
        .filter((_, n) => isWanted(n))
        .sort((a, b) => (key(a) < key(b) ? -1 : 1))
        .map(({ id }) => id);
      expect(found).toEqual(sort.startsWith('-') ? wanted.reverse() : wanted);
    },
  );
});

test('a filter with an index is one statement', async () => {
  const ctx = await aTenant('SQLite');
  await addContacts(ctx, 100, (n) => ({ externalId: `customer-${n}` }));
  const run = vi.spyOn(ctx.db, 'run');
  expect((await contacts.list(ctx, asked({ externalId: ['customer-7'] }))).data).toHaveLength(1);
  expect(run.mock.calls.filter(([{ name }]) => name === 'read-page')).toHaveLength(1);
});
