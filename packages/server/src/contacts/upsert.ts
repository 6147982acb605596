import type {
  BatchContactsBody,
  Contact,
  ContactBatch,
  UpsertContactBody,
} from '@parley/contract/schemas';
import { changeOf, matchOf, newContactOf, oneContact } from '@parley/domain';
import { changeOrCreate, putEach } from '../crud/batch.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockLimit } from '../tenants/limits.ts';
import { contacts } from './records.ts';

interface Upserted {
  readonly status: 'created' | 'updated';
  readonly contact: Contact;
}

/** Updates the contact that matches the body, or creates one. Of concurrent requests, only one creates it. */
export async function upsertContact(
  ctx: TenantContext,
  body: UpsertContactBody,
): Promise<Upserted> {
  return await inTransaction(ctx, (ctx) =>
    changeOrCreate<Upserted>(ctx, {
      find: (ctx) => findContact(ctx, body),
      change: async (ctx, id) => ({
        status: 'updated',
        contact: await contacts.update(ctx, id, changeOf(body)),
      }),
      create: async (ctx, taken) => ({
        status: 'created',
        contact: await contacts.create(ctx, newContactOf(body), taken),
      }),
    }),
  );
}

/** Creates or updates several contacts in one transaction, in which each item succeeds or fails alone. */
export async function batchContacts(
  ctx: TenantContext,
  { items }: BatchContactsBody,
): Promise<ContactBatch> {
  return await inTransaction(ctx, async (ctx) => {
    // Two batches that change the same records in different order would deadlock.
    await ctx.db.run(lockKind, { kind: 'contact' });
    await lockLimit(ctx, 'contacts');
    const outcomes = await putEach(ctx, items, upsertContact);
    const results = outcomes.map((outcome, index) => ({
      index,
      contact: null,
      error: null,
      ...outcome,
    }));
    return { results };
  });
}

async function findContact(
  ctx: TenantContext,
  body: UpsertContactBody,
): Promise<string | undefined> {
  const found = [];
  const { fields, wanted } = matchOf(body);
  for (const field of fields) {
    const holder = await contacts.holderOf(ctx, field, wanted);
    if (holder) found.push({ field, id: holder.id });
  }
  return oneContact(found);
}
