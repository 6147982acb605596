import type { CustomField } from '@parley/contract/schemas';
import { contactRules } from '@parley/domain';
import { expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase } from '../../test/databases.ts';
import { contactsTable } from '../contacts/table.ts';
import { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { clearValues, createCustomField, deleteCustomField } from './service.ts';

// A tenant may have any number of contacts, with and without values: no statement may read all of them.

const count = 2_300;

test('on SQLite, a custom field is deleted by statements that look at a limited number of contacts', async () => {
  const { ctx, field, left } = await aFieldWithValues();
  const plans = await askedPlans(async () => {
    await expect(deleteCustomField(ctx, field.id, {})).rejects.toMatchObject({
      code: 'SVC-IN-USE',
      details: { references: { contacts: count / 2 } },
    });
    await clearValues(ctx, field.id);
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

async function aFieldWithValues(): Promise<{
  ctx: TenantContext;
  field: CustomField;
  left(): Promise<string[]>;
}> {
  const { database } = await freshDatabase('SQLite');
  const ctx = contextFor(new SystemDb(database));
  await createTenant(ctx, { name: 'Test' });
  const field = await createCustomField(ctx, {
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
