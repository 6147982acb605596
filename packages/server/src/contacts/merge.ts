import type { Contact, MergeContactsBody } from '@parley/contract/schemas';
import { checkMerge, mergedContact, mergeOf, notFound, summaryOf } from '@parley/domain';
import { updateContactSummary } from '../conversations/effects.ts';
import { recordEvent } from '../events/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { contacts } from './records.ts';
import { moveAllReferences } from './references.ts';
import { contactMergesTable, contactsTable } from './table.ts';

/** Merges the duplicate into the primary contact. A repeat of a merge changes nothing. */
export async function mergeContacts(ctx: TenantContext, body: MergeContactsBody): Promise<Contact> {
  checkMerge(body);
  const { primaryId, duplicateId } = body;
  return await inTransaction(ctx, async (ctx) => {
    // In the order of their IDs: two merges of the same contacts do not wait for each other.
    const rows = await ctx.db
      .select(contactsTable)
      .whereIn('id', [primaryId, duplicateId])
      .orderBy('id')
      .forUpdate();
    const locked = new Map(rows.map((row) => [row.id, contactsTable.toRecord(row)]));
    const primary = locked.get(primaryId);
    if (!primary) throw await missing(ctx, primaryId);
    const duplicate = locked.get(duplicateId);
    if (!duplicate) {
      const merge = await findMerge(ctx, duplicateId);
      if (merge?.merged_into_id !== primaryId) throw await missing(ctx, duplicateId);
      return await contacts.show(ctx, primary);
    }
    const at = ctx.now().toISOString();
    const merge = mergeOf(await contacts.show(ctx, duplicate), primaryId, at);
    await moveAllReferences(ctx, duplicateId, primaryId, at);
    await ctx.db.remove(contactsTable, { id: duplicateId });
    const row = { id: duplicateId, merged_into_id: primaryId, merged_at: at };
    await ctx.db.insert(contactMergesTable, row);
    recordEvent(ctx, 'contact.merged', {
      subject: { type: 'contact', id: duplicateId },
      object: merge,
    });
    const wanted = mergedContact(primary, duplicate);
    await updateContactSummary(ctx, summaryOf(wanted));
    return await contacts.save(ctx, primary, wanted);
  });
}

/** Throws SVC-NOT-FOUND, with the ID of the contact that the requested one was merged into. */
export async function getContact(ctx: TenantContext, id: string): Promise<Contact> {
  const contact = await contacts.find(ctx, id);
  if (!contact) throw await missing(ctx, id);
  return await contacts.show(ctx, contact);
}

async function missing(ctx: TenantContext, id: string): Promise<Error> {
  return notFound('contact', id, (await findMerge(ctx, id))?.merged_into_id);
}

async function findMerge({ db }: TenantContext, id: string) {
  return await db.select(contactMergesTable).where({ id }).first();
}
