import { contactRules, newIdentity } from '@parley/domain';
import { expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { findAddressees, findHolders, uniqueColumns } from '../contacts/statements/find-holders.ts';
import { contactsTable, identitiesTable } from '../contacts/table.ts';
import { createTenant } from '../tenants/service.ts';
import type { ReadStatement } from './statement.ts';
import { SystemDb } from './system-db.ts';

const countPlans: ReadStatement<null, { custom: number; generic: number }> = {
  name: 'count-plans',
  access: 'read',
  sqlite: () => ({ custom: 0, generic: 0 }),
  async postgres(db, calls) {
    const text = `select sum(custom_plans) as custom, sum(generic_plans) as generic
      from pg_prepared_statements`;
    const [row] = await db.rows<{ custom: number; generic: number }>('', text, []);
    return calls.map(() => row ?? { custom: 0, generic: 0 });
  },
};

/** A statement with a name of its own: other tests of the process may have used up the names of the built queries. */
const readContact: ReadStatement<null, null> = {
  name: 'read-a-contact',
  access: 'read',
  sqlite: () => null,
  async postgres(db, calls) {
    const text = 'select id from contacts where tenant_id = $1 limit 1';
    for (const { tenantId } of calls) await db.rows('read-a-contact', text, [tenantId]);
    return calls.map(() => null);
  },
};

test('a transaction on Postgres plans no statement again', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  const { custom, generic } = await ctx.db.transaction(async (db) => {
    for (let n = 0; n < 10; n += 1) await db.run(readContact, null);
    return await db.run(countPlans, null);
  });
  expect(Number(custom)).toBe(0);
  expect(Number(generic)).toBeGreaterThanOrEqual(10);
});

test('on Postgres, unique values are looked up by their index while the table is small', async () => {
  const { database } = await freshDatabase('Postgres');
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  const rows = Array.from({ length: 30 }, (_, n) => {
    const body = { phone: `+1415555${1_000 + n}`, email: `a${n}@example.com`, externalId: `${n}` };
    const at = ctx.now().toISOString();
    return contactsTable.toRow(contactRules.initial(body, { id: ctx.newId('con'), at }));
  });
  const numbers = rows.map(({ phone }) => String(phone).slice(1));
  const addresses = rows.map(({ id: contactId }, n) => {
    const address = { channelType: 'whatsapp', channelId: null, kind: 'phone' } as const;
    const made = { id: ctx.newId('idn'), at: ctx.now().toISOString() };
    const of = { contactId, profileName: null };
    return identitiesTable.toRow(
      newIdentity({ ...address, address: String(numbers[n]) }, made, of),
    );
  });
  await ctx.db.transaction(async (db) => {
    await db.insertTogether(contactsTable, rows);
    await db.insertTogether(identitiesTable, addresses);
  });
  const wanted = (['phone', 'email', 'externalId'] as const).map((field) => {
    const keys = rows.slice(0, 10).map((row) => String(row[uniqueColumns[field]]));
    return { field, keys: [...keys, 'absent'] };
  });
  const found = new Set<string>();
  const asked = await askedPlans(async () => {
    const asked = { values: wanted, addresses: [] };
    for (const { id } of await ctx.db.run(findHolders, asked)) found.add(id);
  });
  expect([...found].sort()).toEqual(rows.slice(0, 10).map(({ id }) => id));
  const sought = [...numbers.slice(0, 10), 'absent'];
  asked.push(
    ...(await askedPlans(async () => {
      const known = await ctx.db.run(findAddressees, sought);
      const ids = known.map(({ id }) => id);
      expect(ids.sort()).toEqual(rows.slice(0, 10).map(({ id }) => id));
    })),
  );
  for (const { looked } of asked) expect(looked).toBeLessThanOrEqual(11);
  expect(asked).toHaveLength(4);
});
