import { expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable } from '../contacts/table.ts';
import { SystemDb } from '../db/system-db.ts';
import { inTransaction } from '../tenancy/context.ts';
import { createTenant } from '../tenants/service.ts';
import { customFields } from './service.ts';

test.each(targets)(
  'on %s, a contact is refused when a field becomes required before its commit',
  async (target) => {
    const { database } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    await createTenant(ctx, { name: 'Test' });
    let runs = 0;
    const created = inTransaction(ctx, async (inner) => {
      runs += 1;
      const contact = await contacts.create(inner, { name: 'Ana' });
      // Creates the field in another transaction.
      if (runs === 1) {
        const field = { entity: 'contact', key: 'plan', label: 'Plan', type: 'text' } as const;
        await customFields.create(ctx, { ...field, required: true });
      }
      return contact;
    });
    await expect(created).rejects.toMatchObject({ code: 'SVC-VALIDATION' });
    expect(runs).toBe(2);
    expect(Number(await ctx.db.select(contactsTable).count())).toBe(0);
  },
);
