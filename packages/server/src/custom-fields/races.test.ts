import type { Contact, CustomField } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable } from '../contacts/table.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { customFields, deleteCustomField } from './service.ts';

const field = { entity: 'contact', key: 'plan', label: 'Plan', type: 'text' } as const;
const values = { customFields: { plan: 'gold' } };

const kinds = [
  ['a new contact', (ctx: TenantContext) => contacts.create(ctx, values)],
  ['a changed contact', (ctx: TenantContext, id: string) => contacts.update(ctx, id, values)],
] as const;

describe.each(targets)('the deletion of a custom field on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  async function prepare() {
    const scene = await createScene(server);
    const { ctx } = scene;
    const { id } = await contacts.create(ctx, {});
    const withValue = async () => {
      const all = (await ctx.db.select(contactsTable)).map(contactsTable.toRecord);
      return all.filter(({ customFields }) => 'plan' in customFields).length;
    };
    return { ...scene, id, field: await customFields.create(ctx, field), withValue };
  }

  test('leaves no value of requests that run at the same moment', async () => {
    const { call, ctx, id, field: first, withValue } = await prepare();
    await deleteCustomField(ctx, first.id, {});
    for (let round = 0; round < 4; round += 1) {
      const { json } = await call<CustomField>('POST /custom-fields', field);
      const write = (n: number) =>
        n % 2 === 0
          ? call<Contact>('POST /contacts', values)
          : call<Contact>(`PATCH /contacts/${id}`, values);
      const writes = Array.from({ length: 12 }, (_, n) => write(n));
      const deleted = call(`DELETE /custom-fields/${json.id}?force=true`);
      const statuses = new Set((await Promise.all(writes)).map(({ status }) => status));
      for (const status of statuses) expect([200, 201, 400]).toContain(status);
      expect((await deleted).status).toBe(204);
      expect(await withValue()).toBe(0);
    }
  });

  // SQLite has one writer, which excludes the other one from its first statement on.
  if (target === 'SQLite') return;

  test('before the commit of a new contact with a value of it refuses the contact', async () => {
    const { ctx, field, withValue } = await prepare();
    let runs = 0;
    const created = inTransaction(ctx, async (inner) => {
      runs += 1;
      await contacts.create(inner, values);
      if (runs === 1) await deleteCustomField(ctx, field.id, {});
    });
    await expect(created).rejects.toMatchObject({ code: 'SVC-VALIDATION' });
    expect(runs).toBe(2);
    expect(await withValue()).toBe(0);
  });

  test('is refused at once for a field with values while another request writes a value', async () => {
    const { call, ctx, id, field } = await prepare();
    await contacts.update(ctx, id, values);
    await inTransaction(ctx, async (inner) => {
      await inner.db.run(lockKind, { kind: 'customField', isShared: true });
      const { status } = await call(`DELETE /custom-fields/${field.id}`);
      expect(status).toBe(409);
    });
  });

  test('or its change before the commit makes a new contact check its values again', async () => {
    const { ctx, field } = await prepare();
    let runs = 0;
    await inTransaction(ctx, async (inner) => {
      runs += 1;
      await contacts.create(inner, values);
      if (runs === 1) await customFields.update(ctx, field.id, { required: true });
    });
    expect(runs).toBe(2);
  });

  describe.each(kinds)('and %s with a value of it', (_, write) => {
    test('keep the field when the contact is written first', async () => {
      const { ctx, id, field, withValue } = await prepare();
      let deleted: Promise<unknown> | undefined;
      await inTransaction(ctx, async (inner) => {
        await write(inner, id);
        // Sends the first statements of the transaction.
        await inner.db.select(contactsTable).where({ id }).forUpdate();
        deleted = expect(deleteCustomField(ctx, field.id, {})).rejects.toMatchObject({
          code: 'SVC-IN-USE',
        });
        await someoneWaits(server.deps.database);
      });
      await deleted;
      expect(await withValue()).toBe(1);
    });

    test('wait for a running deletion without locks, and without a commit that others share', async () => {
      const { ctx, id, withValue } = await prepare();
      let written: Promise<unknown> | undefined;
      await inTransaction(ctx, async (deleting) => {
        await deleting.db.run(lockKind, { kind: 'customField' });
        written = write(ctx, id);
        await someoneWaits(server.deps.database);
        await contacts.create(ctx, { name: 'Bo' });
        await deleting.db.select(contactsTable).where({ id }).forUpdate();
      });
      await written;
      expect(await withValue()).toBe(1);
    });
  });
});
