import { describe, expect, test } from 'vitest';
import { contextFor, newId } from '../../test/contexts.ts';
import { databaseOfTests, freshDatabase, targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { eraseFrom } from '../contacts/erase-traces.ts';
import { inSavepoint, inTransaction } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { createUser, listUsers } from '../users/service.ts';
import { type UserRow, usersTable } from '../users/table.ts';
import type { Database } from './database.ts';
import { readPage } from './page-statement.ts';
import { SystemDb } from './system-db.ts';

describe.each(targets)('a tenant’s data on %s', (target) => {
  const shared = databaseOfTests(target);

  test('no condition selects rows of another tenant', async () => {
    const { a, b } = await twoTenants(shared.database);
    const mine = await createUser(a, { name: 'Ann', email: 'ann@example.com' });
    const theirs = await createUser(b, { name: 'Bob', email: 'bob@example.com' });
    const widened = await a.db
      .select(usersTable)
      .where({ id: mine.id })
      .orWhere({ id: theirs.id })
      .orWhere('active', 1);
    expect(widened.map((row) => row.id)).toEqual([mine.id]);
    expect(await a.db.update(usersTable, { id: theirs.id }, { name: 'Changed' })).toBe(0);
    expect(await a.db.remove(usersTable, { id: theirs.id })).toBe(0);
    expect(await listUsers(b)).toEqual([theirs]);
  });

  test('cannot write a row into another tenant', async () => {
    const { a, b } = await twoTenants(shared.database);
    const row = { ...userRow(), tenant_id: b.db.tenantId };
    await a.db.insert(usersTable, row);
    await a.db
      .update(usersTable, { id: row.id }, { tenant_id: b.db.tenantId } as Partial<UserRow>)
      .catch(() => {});
    expect(await b.db.select(usersTable)).toEqual([]);
    expect(await a.db.select(usersTable)).toHaveLength(1);
  });

  test('rolls back a failed transaction; a failed savepoint is rolled back alone', async () => {
    const { a } = await twoTenants(shared.database);
    await inTransaction(a, async (ctx) => {
      await createUser(ctx, { name: 'Kept', email: 'kept@example.com' });
      const nested = inSavepoint(ctx, async (ctx) => {
        await createUser(ctx, { name: 'Undone', email: 'undone@example.com' });
        throw new Error('nested');
      });
      await expect(nested).rejects.toThrow('nested');
    });
    const failing = inTransaction(a, async (ctx) => {
      await createUser(ctx, { name: 'Lost', email: 'lost@example.com' });
      throw new Error('outer');
    });
    await expect(failing).rejects.toThrow('outer');
    expect((await listUsers(a)).map((user) => user.name)).toEqual(['Kept']);
  });

  test('different pages that are read at once, without prepared names, do not share a result', async () => {
    const { a } = await twoTenants(shared.database);
    const user = await createUser(a, { name: 'Ann', email: 'ann@example.com' });
    const tenant = target === 'SQLite' ? '?' : '$1';
    const read = (column: string) => {
      const text = `select ${column} as line from users where tenant_id = ${tenant}`;
      return a.db.run(readPage, { name: '', text, values: [] });
    };
    expect(await Promise.all([read('name'), read('id'), read('name')])).toEqual([
      ['Ann'],
      [user.id],
      ['Ann'],
    ]);
  });

  test('concurrent compare-and-set calls change a row once', async () => {
    const { a } = await twoTenants(shared.database);
    const user = await createUser(a, { name: 'Ann', email: 'ann@example.com' });
    const changes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        a.db.update(usersTable, { id: user.id, name: 'Ann' }, { name: `Ann ${n}` }),
      ),
    );
    expect(changes.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('one of many concurrent inserts of a unique row succeeds', async () => {
    const { a } = await twoTenants(shared.database);
    const inserted = await Promise.all(
      Array.from({ length: 10 }, () => a.db.insertIfAbsent(usersTable, userRow(), ['email'])),
    );
    expect(inserted.filter(Boolean)).toHaveLength(1);
  });
});

test('on Postgres, a change of many rows meets exactly those that match when it gets their locks', async () => {
  const { database } = await freshDatabase('Postgres');
  const { a } = await twoTenants(database);
  const match = { name: 'Ann' };
  for (const change of [
    async () => await a.db.removeAll(usersTable, match),
    async () => await a.db.updateAll(usersTable, match, { name: 'Zoe' }),
    async () => await eraseFrom(a, 'users', 'name', ['Ann']),
  ]) {
    const [left, matching] = [newId('usr'), newId('usr')];
    for (const id of [left, matching]) {
      await a.db.insert(usersTable, { ...userRow(), id, email: `${id}@example.com` });
    }
    const other = await database.writer.transaction();
    await other('users').where({ id: left }).update({ name: 'Bea' });
    await other('users').where({ id: matching }).update({ role: 'viewer' });
    const end = async () => {
      await someoneWaits(database);
      await other.commit();
    };
    await Promise.all([change(), end()]);
    expect(await a.db.select(usersTable).where(match)).toEqual([]);
    expect(await a.db.select(usersTable).where({ id: left })).toMatchObject([{ name: 'Bea' }]);
  }
});

function userRow(): UserRow {
  return {
    id: newId('usr'),
    name: 'Ann',
    email: 'ann@example.com',
    account_id: null,
    last_seen_at: null,
    role: 'member',
    active: 1,
    created_at: '2026-11-20T00:00:00.000Z',
    updated_at: '2026-11-20T00:00:00.000Z',
  };
}

async function twoTenants(database: Database) {
  const system = new SystemDb(database);
  const [a, b] = [contextFor(system), contextFor(system)];
  await createTenant(a, { name: 'A' });
  await createTenant(b, { name: 'B' });
  return { a, b };
}
