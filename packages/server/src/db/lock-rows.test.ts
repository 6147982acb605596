import { describe, expect, onTestFinished, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, openAt, type Target, targets } from '../../test/databases.ts';
import { sealer } from '../../test/delivery-scene.ts';
import { aGate } from '../../test/gate.ts';
import { userRow } from '../../test/user-row.ts';
import { createChannel, disableChannel } from '../channels/service.ts';
import { customFields } from '../custom-fields/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { createTenant, suspendTenant } from '../tenants/service.ts';
import { usersTable } from '../users/table.ts';
import { SystemDb } from './system-db.ts';

const many = 30;

describe.each(targets)('a row that is locked for a change on %s', (target) => {
  test('counts every change of two processes, of one row and of many', async () => {
    const { ctx, other, rows } = await setUp(target);
    const [one] = rows;
    if (!one) throw new Error('there is no row');
    await Promise.all([
      ...Array.from({ length: many }, (_, n) => addOne(n % 2 === 0 ? ctx : other, one.id)),
      ...rows.flatMap(({ id }) => [addOne(ctx, id), addOne(other, id)]),
    ]);
    const names = (await ctx.db.select(usersTable)).map(({ name }) => Number(name));
    expect(names.sort((a, b) => b - a)).toEqual([many + 2, ...rows.slice(1).map(() => 2)]);
  });

  test('has the row that the transaction read, also when other statements run under the lock', async () => {
    const { ctx, other, rows } = await setUp(target);
    const [one] = rows;
    if (!one) throw new Error('there is no row');
    let runs = 0;
    await inTransaction(ctx, async (ctx) => {
      runs += 1;
      const row = await ctx.db.select(usersTable).where({ id: one.id }).forChange().first();
      // On SQLite the other transaction would wait until this one has ended, because SQLite has one writer.
      if (runs === 1 && target === 'Postgres') await addOne(other, one.id);
      expect(await ctx.db.select(usersTable)).toHaveLength(rows.length);
      ctx.db.patch(usersTable, { id: one.id }, { name: String(Number(row?.name) + 1) });
    });
    const row = await ctx.db.select(usersTable).where({ id: one.id }).first();
    expect([runs, row?.name]).toEqual(target === 'Postgres' ? [2, '2'] : [1, '1']);
  });

  test('is locked at the end together with others, and reads in between take no lock', async () => {
    const { ctx, other, rows } = await setUp(target);
    const [one, two] = rows;
    if (!one || !two) throw new Error('there are no rows');
    const row = (ctx: TenantContext, id: string) => ctx.db.select(usersTable).where({ id });
    let runs = 0;
    await inTransaction(ctx, async (ctx) => {
      runs += 1;
      ctx.db.lockAtEnd();
      const read = [
        await row(ctx, one.id).forChange().first(),
        await row(ctx, two.id).forChange().first(),
      ];
      // On SQLite the other transaction would wait until this one has ended, because SQLite has one writer.
      if (runs === 1 && target === 'Postgres') await addOne(other, two.id);
      const now = await row(ctx, two.id).first();
      expect(now?.name).toBe(target === 'Postgres' ? '1' : '0');
      const sum = read.reduce((sum, user) => sum + Number(user?.name), 1);
      ctx.db.patch(usersTable, { id: one.id }, { name: String(sum) });
    });
    const stored = await row(ctx, one.id).first();
    expect([runs, stored?.name]).toEqual(target === 'Postgres' ? [2, '2'] : [1, '1']);
  });

  test('is not overwritten by a transaction that read it before another one, in the same batch', async () => {
    const { ctx, other, rows } = await setUp(target);
    const [one] = rows;
    if (!one) throw new Error('there is no row');
    const [earlier, later] = [aGate(), aGate()];
    const ends = aGate();
    const readEarlier = addOne(ctx, one.id, () => {
      earlier.open();
      return ends.opened;
    });
    await earlier.opened;
    // On SQLite every transaction waits until the writer has ended.
    if (target === 'Postgres') {
      await addOne(other, one.id);
      const readLater = addOne(ctx, one.id, () => {
        later.open();
        return ends.opened;
      });
      await later.opened;
      ends.open();
      await readLater;
    }
    ends.open();
    await readEarlier;
    const row = await ctx.db.select(usersTable).where({ id: one.id }).first();
    expect(row?.name).toBe(target === 'Postgres' ? '3' : '1');
  });

  test('is written in a commit that others share', async () => {
    const { ctx, rows, database } = await setUp(target);
    await Promise.all(rows.map(({ id }) => addOne(ctx, id)));
    if (target === 'SQLite') return;
    const answer = await database.writer.raw('select count(distinct xmin::text) as n from users');
    expect(Number(answer.rows[0].n)).toBeLessThan(many / 3);
  });
});

// The foreign keys of constant inserts hold these locks all the time.
test('a tenant, its channels and its users change on Postgres while rows that refer to them are inserted', async () => {
  const { ctx, rows, database } = await setUp('Postgres');
  const sandbox = { name: 'Sandbox', type: 'whatsapp', provider: 'sandbox' } as const;
  const channel = await createChannel(ctx, sealer, sandbox);
  const inserting = await database.writer.transaction();
  onTestFinished(async () => {
    await inserting.rollback();
  });
  await inserting.raw('set local idle_in_transaction_session_timeout = 0');
  for (const table of ['tenants', 'channels', 'users'])
    await inserting.raw(`select 1 from ${table} for key share`);
  const [user] = rows;
  if (!user) throw new Error('there is no row');
  await addOne(ctx, user.id);
  await disableChannel(ctx, channel.id);
  await customFields.create(ctx, { entity: 'contact', key: 'plan', label: 'Plan', type: 'text' });
  const suspended = await suspendTenant(ctx, { by: 'operator' });
  expect(suspended.status).toBe('suspended');
});

async function setUp(target: Target) {
  const { database, place } = await freshDatabase(target);
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'A' });
  const other = contextFor(new SystemDb(openAt(place)), ctx.db.tenantId);
  const rows = Array.from({ length: many }, (_, n) => userRow(`${n}@example.com`, '0'));
  await ctx.db.insert(usersTable, rows);
  return { ctx, other, rows, database };
}

async function addOne(
  ctx: TenantContext,
  id: string,
  between = async (): Promise<void> => {},
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db.select(usersTable).where({ id }).forChange().first();
    await between();
    ctx.db.patch(usersTable, { id }, { name: String(Number(row?.name) + 1) });
  });
}
