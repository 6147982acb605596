import { fold, type ListContactsQuery } from '@parley/contract/schemas';
import {
  cannedResponseRules,
  contactRules,
  dealRules,
  fits,
  type StoredContact,
  ticketRules,
} from '@parley/domain';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { seed } from '../../../../scripts/test/seed.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, freshPlace, openAt, type Target, targets } from '../../test/databases.ts';
import { cannedResponsesTable } from '../canned-responses/table.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable } from '../contacts/table.ts';
import { pageSqlOf } from '../crud/page-sql.ts';
import { dealsTable } from '../deals/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { textIndexed } from '../tenants/delete.ts';
import { createTenant } from '../tenants/service.ts';
import { ticketsTable } from '../tickets/table.ts';
import { buildTextIndexes } from './build-text-indexes.ts';
import type { Database } from './database.ts';
import { checkSearches } from './health.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { connectAlone, endAlone } from './postgres.ts';
import { SystemDb } from './system-db.ts';
import { findByText } from './text-index.ts';

async function aTenant(target: Target): Promise<{ ctx: TenantContext; database: Database }> {
  const { database } = await freshDatabase(target);
  return { ctx: await tenantIn(database), database };
}

async function tenantIn(database: Database): Promise<TenantContext> {
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  return ctx;
}

function contactNamed(ctx: TenantContext, name: string, n = 0): StoredContact {
  const at = new Date(1e12 + n * 1_000).toISOString();
  return { ...contactRules.initial({}, { id: ctx.newId('con'), at }), name };
}

function contactsNamed(ctx: TenantContext, name: string, count: number): StoredContact[] {
  return Array.from({ length: count }, (_, n) => contactNamed(ctx, `${name} ${n}`, n));
}

async function add(ctx: TenantContext, all: readonly StoredContact[]): Promise<void> {
  await ctx.db.transaction(async (db) => {
    for (const contact of all) await db.insert(contactsTable, contactsTable.toRow(contact));
  });
}

async function rename(ctx: TenantContext, contact: StoredContact, name: string): Promise<void> {
  const patch = contactsTable.toPatch(contact, { ...contact, name });
  if (Object.keys(patch).length > 0) {
    await ctx.db.update(contactsTable, { id: contact.id }, patch);
  }
}

const hasText = (text: string) => fits(contactRules.filters, { q: text });

/** Returns the contacts that have the text, of those that the index finds; undefined when the index cannot find it. */
async function foundBy(ctx: TenantContext, all: readonly StoredContact[], text: string) {
  const search = { table: 'contacts', text: fold(text.trim()), most: 1_000 };
  const ids = await ctx.db.run(findByText, search);
  return ids && all.filter(({ id }) => ids.includes(id)).filter(hasText(text));
}

const letters = [...'aábÇ12 .@"%_\\*\'', 'ab1', '王', '🙂', 'ﬁ'];
const names = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 });
const changes = fc.record({ kind: fc.constantFrom('rename', 'remove'), at: fc.nat(), name: names });

describe.each(targets)('the index of texts on %s', (target) => {
  test('names every row with a text, after any renames and removals', async () => {
    const { ctx } = await aTenant(target);
    let current: StoredContact[] = [];
    let answers = 0;
    const property = fc.asyncProperty(
      fc.array(names, { minLength: 40, maxLength: 60 }),
      fc.array(changes, { maxLength: 8 }),
      fc.array(names, { minLength: 6, maxLength: 6 }),
      async (added, changed, texts) => {
        const fresh = added.map((name) => contactNamed(ctx, name.join('')));
        await add(ctx, fresh);
        current = [...current, ...fresh];
        for (const { kind, at, name } of changed) {
          const contact = current[at % current.length];
          if (!contact) continue;
          if (kind === 'remove') await ctx.db.remove(contactsTable, { id: contact.id });
          else await rename(ctx, contact, name.join(''));
          current = current.flatMap((one) => {
            if (one !== contact) return one;
            return kind === 'remove' ? [] : { ...one, name: name.join('') };
          });
        }
        const parts = Array.from({ length: 6 }, (_, n) => {
          const name = current[Math.floor((current.length * n) / 6)]?.name ?? '';
          return [...name].slice(1, 5).join('');
        });
        for (const text of [...texts.map((one) => one.join('')), ...parts]) {
          const found = await foundBy(ctx, current, text);
          const wanted = current.filter(hasText(text));
          if (found) expect({ text, found }).toEqual({ text, found: wanted });
          if (found && found.length > 0) answers += 1;
        }
      },
    );
    await fc.assert(property, { numRuns: 12, seed, endOnFailure: true });
    expect(answers).toBeGreaterThan(10);
  });

  test('completes the pages of a list: each record once, in every order', async () => {
    const { ctx, database } = await aTenant(target);
    const rare = new Set([3, 20, 1_110, 1_111, 2_100, 2_190]);
    const nameOf = (n: number) => {
      const first = n < 1_100 ? 'Ana' : 'Bia';
      return `${rare.has(n) ? 'Zélia' : first} ${String(n).padStart(4, '0')}`;
    };
    const all = Array.from({ length: 2_200 }, (_, n) => contactNamed(ctx, nameOf(n), n));
    await add(ctx, all);
    const other = await tenantIn(database);
    await add(other, [contactNamed(other, 'Zelia of another tenant')]);
    // From now on, the statistics of Postgres show that the tenant is large.
    if (target === 'Postgres') await database.writer.raw('analyze contacts_texts');
    const run = vi.spyOn(ctx.db, 'run');
    const pagesOf = async (query: Partial<ListContactsQuery>) => {
      const pages: (string | null)[][] = [];
      for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
        const asked = { limit: 4, sort: 'name' as const, archived: false, ...query, cursor };
        const page = await contacts.list(ctx, asked);
        pages.push(page.data.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
      }
      return pages;
    };
    const wanted = [...rare].sort((a, b) => a - b).map(nameOf);
    for (const [sort, order] of [
      ['name', wanted],
      ['createdAt', wanted],
      ['-createdAt', wanted.toReversed()],
    ] as const) {
      run.mockClear();
      expect(await pagesOf({ q: 'ZELIA', sort })).toEqual([order.slice(0, 4), order.slice(4)]);
      const asked = run.mock.calls.filter(([{ name }]) => name === findByText.name);
      expect(asked.length).toBeGreaterThan(0);
      expect(await pagesOf({ q: 'absent', sort })).toEqual([[]]);
    }
    // One filter with an index in the order of the page, and one with patterns.
    const since = { createdAfter: new Date(1e12 + 1_110_000).toISOString() };
    expect(await pagesOf({ q: 'elia', ...since })).toEqual([wanted.slice(2)]);
    expect(await pagesOf({ q: 'elia', tag: ['absent', 'missing'] })).toEqual([[]]);
    // The text is too short for a trigram, and in many rows.
    expect((await pagesOf({ q: 'é' })).flat()).toEqual(wanted);
    for (const [q, count] of [
      ['ana', 1_098],
      ['bia', 1_096],
    ] as const) {
      expect((await pagesOf({ q, sort: 'createdAt', limit: 100 })).flat()).toHaveLength(count);
    }
  });

  test('finds a phone number by its end and as a whole', async () => {
    const { ctx } = await aTenant(target);
    const phones = ['+5511987654321', '+5521987654321', '+5511987654322'];
    const all = phones.map((phone, n) => ({ ...contactNamed(ctx, `Ana ${n}`, n), phone }));
    await add(ctx, all);
    for (const [text, count] of [
      ['+5511987654321', 1],
      ['5511987654321', 1],
      ['987654321', 2],
      ['11987654', 2],
    ] as const) {
      expect(await foundBy(ctx, all, text), text).toHaveLength(count);
    }
  });

  test('finds a long text by its rarest trigrams, and by more of them when many rows have these', async () => {
    const { ctx } = await aTenant(target);
    const text = 'abcdefgh ijkl mnop qrst uvwx';
    // The oldest and the newest contacts have no trigram of the text, so its first trigrams are asked for. All contacts
    // together are a full group, so SQLite has all of them in its index.
    const oldest = contactsNamed(ctx, 'Zoe', 61);
    const wanted = contactNamed(ctx, `Ana ${text}`);
    const alike = contactsNamed(ctx, 'abcdefgh', 5);
    const all = [...oldest, wanted, ...alike, ...contactsNamed(ctx, 'Zoe', 61)];
    await add(ctx, all);
    const find = async (text: string, most: number) =>
      await ctx.db.run(findByText, { table: 'contacts', text, most });
    expect(await foundBy(ctx, all, text)).toEqual([wanted]);
    expect(await foundBy(ctx, all, `${text} y`)).toEqual([]);
    expect(await find('abcdefgh', 5)).toBeUndefined();
    const found = await find(text, 5);
    expect(found).toContain(wanted.id);
    for (const { id } of alike) expect(found).not.toContain(id);
  });

  test('leaves nothing of the text of a removed row', async () => {
    const { ctx, database } = await aTenant(target);
    const all = contactsNamed(ctx, 'Ana', 300);
    const removed = contactNamed(ctx, 'Zyx Qvw');
    await add(ctx, [removed, ...all]);
    const kept = async (): Promise<string> => {
      const rows = await database.writer(
        target === 'SQLite' ? 'contacts_grams_data' : 'contacts_texts',
      );
      const blocks = rows.map(({ text, block }) => text ?? (block as Buffer).toString('latin1'));
      return blocks.join();
    };
    for (const gram of ['zyx', 'qvw']) expect(await kept()).toContain(gram);
    await ctx.db.remove(contactsTable, { id: removed.id });
    for (const gram of ['zyx', 'qvw']) expect(await kept()).not.toContain(gram);

    // The index contains each of these texts. They are more than it keeps for a row.
    let renamed = all[0] as StoredContact;
    for (const name of Array.from({ length: 12 }, (_, n) => `Jkl ${n}`)) {
      await rename(ctx, renamed, name);
      renamed = { ...renamed, name };
      await add(ctx, contactsNamed(ctx, 'Bia', 128));
    }
    expect(await kept()).toContain('jkl');
    await ctx.db.remove(contactsTable, { id: renamed.id });
    expect(await kept()).not.toContain('jkl');
  });
});

describe('plans', () => {
  test.each([
    ['contacts', pageSqlOf(contactsTable, contactRules, {})],
    ['deals', pageSqlOf(dealsTable, dealRules, { archived: () => "archived_key = '0'" })],
    ['tickets', pageSqlOf(ticketsTable, ticketRules, {})],
    ['canned_responses', pageSqlOf(cannedResponsesTable, cannedResponseRules, {})],
  ])('on SQLite, a page of %s that were found by a text reads no others', async (table, pages) => {
    const { database, ctx } = await aTenant('SQLite');
    const position = {
      column: 'created_at',
      direction: 'desc',
      limit: 25,
      after: undefined,
    } as const;
    const query = {
      q: 'ana',
      archived: false,
      createdAfter: '2000-01-01T00:00:00Z',
      stageId: ['stg_1'],
      assigneeId: ['usr_1'],
    } as never;
    const { text, values } = pages.writePage(ctx, query, position, ['a', 'b']).sql;
    const plan = await planOf(database, text, [ctx.db.tenantId, ...values]);
    expect(plan).toContain(
      `SEARCH ${table} USING INDEX sqlite_autoindex_${table}_1 (tenant_id=? AND id=?)`,
    );
  });

  test.each([...textIndexed])(
    'on Postgres, a search of %s reads the index of texts',
    async (table) => {
      const { database } = await aTenant('Postgres');
      const { writer } = database;
      const plan = await writer.transaction(async (knex) => {
        const { rows } = await knex.raw(
          `select proconfig as settings from pg_proc where proname = '${table}_found'`,
        );
        for (const setting of rows[0].settings) await knex.raw(`set local ${setting}`);
        await knex.raw(`prepare search (text, text) as
        select t.id from ${table}_texts t where t.tenant_id || '' = $1 and t.text like $2 limit 1001`);
        const { rows: steps } = await knex.raw(`explain execute search ('ten_1', '%ana%')`);
        return JSON.stringify(steps);
      });
      expect(plan).toContain(`Bitmap Index Scan on ${table}_grams`);
    },
  );
});

async function planOf({ reader }: Database, text: string, values: readonly unknown[]) {
  const steps = await reader.raw(`explain query plan ${text}`, [...values] as never);
  return (steps as { detail: string }[]).map(({ detail }) => detail).join('; ');
}

describe('on Postgres', () => {
  test('without the extensions, rows are read in steps', async () => {
    const place = await freshPlace('Postgres');
    const database = openAt(place);
    await migrate(database, place, migrations);
    for (const table of textIndexed) await database.writer.raw(`drop function ${table}_found`);
    await database.writer.raw('drop extension pg_trgm cascade');
    const role = `poor_${place.databaseUrl?.slice(-12)}`;
    const url = new URL(String(place.databaseUrl));
    await database.writer.raw(`create role ${role} login password 'poor'`);
    onTestFinished(async () => {
      await database.writer.raw(`drop owned by ${role}`);
      await database.writer.raw(`drop role ${role}`);
    });
    await database.writer.raw(`grant select, insert on all tables in schema public to ${role}`);
    url.username = role;
    url.password = 'poor';
    expect(await buildTextIndexes(url.href)).toBe(false);
    expect(await checkSearches(database)).toEqual([
      { name: 'search', ok: true, note: expect.stringContaining('create extension pg_trgm') },
    ]);
    const ctx = await tenantIn(database);
    const all = [contactNamed(ctx, 'Ana'), contactNamed(ctx, 'Bia')];
    await add(ctx, all);
    expect(await foundBy(ctx, all, 'ana')).toBeUndefined();
    const page = await contacts.list(ctx, { q: 'ana', sort: 'name', limit: 2, archived: false });
    expect(page.data.map(({ name }) => name)).toEqual(['Ana']);
    // An administrator has installed the extensions.
    expect(await buildTextIndexes(String(place.databaseUrl))).toBe(true);
    expect(await foundBy(ctx, all, 'ana')).toEqual(all.slice(0, 1));
    expect(await checkSearches(database)).toMatchObject([{ note: 'by an index' }]);
  });

  test('rows that are older than the index join it when the build is run again', async () => {
    const place = await freshPlace('Postgres');
    const database = openAt(place);
    await migrate(database, place, migrations);
    const ctx = await tenantIn(database);
    // The state after an interrupted build.
    await database.writer.raw('drop function contacts_found');
    await database.writer.raw('alter table contacts disable trigger user');
    const all = [contactNamed(ctx, 'Ana Old', 1), contactNamed(ctx, 'Bia Old', 2)];
    await add(ctx, all);
    await database.writer.raw('alter table contacts enable trigger user');
    expect(await foundBy(ctx, all, 'old')).toBeUndefined();
    expect(await buildTextIndexes(String(place.databaseUrl))).toBe(true);
    expect(await foundBy(ctx, all, 'old')).toEqual(all);
    expect(await foundBy(ctx, all, 'bia')).toEqual(all.slice(1));
  });

  test('the build of a killed process delays no write, and the next start uses its index', async () => {
    const { database, place } = await freshDatabase('Postgres');
    const databaseUrl = String(place.databaseUrl);
    const ctx = await tenantIn(database);
    const [holding, killed] = await Promise.all([
      connectAlone(databaseUrl),
      connectAlone(databaseUrl),
    ]);
    onTestFinished(() => Promise.all([holding, killed].map(endAlone)).then(() => {}));
    const ask = async (sql: string) => (await database.writer.raw(sql)).rows;
    await ask('drop function contacts_found');
    await ask('drop index contacts_grams');
    // The build waits for this transaction.
    await holding.query('begin; lock table contacts_texts in row exclusive mode');
    // Postgres goes on with the statement of a killed process.
    const built = killed.query(
      'create index concurrently contacts_grams on contacts_texts (tenant_id)',
    );
    const oid = () => ask("select to_regclass('contacts_grams')::oid as oid");
    await expect.poll(oid).not.toEqual([{ oid: null }]);
    const begun = await oid();
    const next = buildTextIndexes(databaseUrl);
    const looks = `select from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and query similar to '(select indisvalid|drop index)%'`;
    await expect.poll(() => ask(looks)).toHaveLength(1);
    await add(ctx, [contactNamed(ctx, 'Ana', 1)]);
    await holding.query('commit');
    await built;
    expect(await next).toBe(true);
    expect(await oid()).toEqual(begun);
  });
});
