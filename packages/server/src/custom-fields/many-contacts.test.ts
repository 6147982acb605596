import type { CustomField } from '@parley/contract/schemas';
import { contactRules } from '@parley/domain';
import { afterAll, expect, test } from 'vitest';
import { recordSent, tripsOf } from '../../test/asked-of-postgres.ts';
import { askedPlans } from '../../test/asked-plans.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, type Target } from '../../test/databases.ts';
import { contactsTable } from '../contacts/table.ts';
import { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { customFields, deleteCustomField, prepareDeletion } from './service.ts';

// A tenant may have any number of contacts, with and without values: no statement may read all of them.

const count = 2_300;

const recorded = recordSent();
afterAll(() => recorded.restore());

test('on SQLite, a custom field is deleted by statements that look at a limited number of contacts', async () => {
  const { ctx, field, left } = await aFieldWithValues('SQLite');
  const plans = await askedPlans(async () => {
    await expect(deleteCustomField(ctx, field.id, {})).rejects.toMatchObject({
      code: 'SVC-IN-USE',
      details: { references: { contacts: count / 2 } },
    });
    await prepareDeletion(ctx, field.id, { force: true });
    await deleteCustomField(ctx, field.id, { force: true });
  });
  expect(new Set(await left())).toEqual(new Set(['seats']));
  const ofContacts = plans.filter(({ plan }) => /(SEARCH|SCAN) contacts\b/.test(plan));
  const ranges = ofContacts.filter(({ text }) => text.includes('custom_fields_key like'));
  // All records are read three times: to count them, to clear them, and to search them again when the field is deleted.
  expect(ranges.length).toBeGreaterThanOrEqual(3 * Math.ceil(count / 1_000));
  for (const { text, plan } of ranges) {
    const bounds = text.includes('id <= ?') ? 'id>? AND id<?' : 'id>?';
    expect(plan).toBe(
      `SEARCH contacts USING INDEX sqlite_autoindex_contacts_1 (tenant_id=? AND ${bounds})`,
    );
  }
  const others = ofContacts.filter((one) => !ranges.includes(one));
  for (const { text } of others)
    expect(text).toMatch(/ id = \?|order by id asc limit \+\? offset \?/);
});

test('on Postgres, a deletion holds its lock for one statement that reads all of a few thousand contacts', async () => {
  const { ctx, field, left } = await aFieldWithValues('Postgres');
  await prepareDeletion(ctx, field.id, { force: true });
  expect(new Set(await left())).toEqual(new Set(['seats']));
  for (const options of [{ force: true }, {}]) {
    const body = { entity: 'contact', key: 'other', label: 'Other', type: 'text' } as const;
    const { id } = await customFields.create(ctx, body);
    recorded.sent.length = 0;
    await deleteCustomField(ctx, id, options);
    const [trips = []] = tripsOf(recorded.sent);
    const reads = trips.flat().filter((name) => name === 'select contacts');
    // The other one looks for the end of the range.
    expect(reads).toHaveLength(2);
  }
});

async function aFieldWithValues(target: Target): Promise<{
  ctx: TenantContext;
  field: CustomField;
  left(): Promise<string[]>;
}> {
  const { database } = await freshDatabase(target);
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  const field = await customFields.create(ctx, {
    entity: 'contact',
    key: 'plan',
    label: 'Plan',
    type: 'text',
  });
  await ctx.db.transaction(async (db) => {
    for (let n = 0; n < count; n += 1) {
      const made = { id: ctx.newId('con'), at: '2026-01-01T00:00:00.000Z' };
      const customFields = n % 2 === 0 ? { plan: 'gold', seats: n } : { seats: n };
      const contact = { ...contactRules.initial({}, made), customFields };
      await db.insert(contactsTable, contactsTable.toRow(contact));
    }
  });
  const left = async () => {
    const rows = (await ctx.db.select(contactsTable)).map(contactsTable.toRecord);
    return rows.map(({ customFields }) => Object.keys(customFields).join());
  };
  return { ctx, field, left };
}
