import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Contact, MergeContactsBody } from '@parley/contract/schemas';
import {
  checkIdentityLimit,
  checkMerge,
  ignoreNotFound,
  mergedContact,
  mergeOf,
  type StoredContact,
  summaryOf,
} from '@parley/domain';
import { updateContactSummary } from '../conversations/effects.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { inOrder } from '../db/in-order.ts';
import { recordEvent } from '../events/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockLimit } from '../tenants/limits.ts';
import { contacts, findMerge, withAddresses } from './records.ts';
import { longPlaces, moveAllReferences, moveSome } from './references.ts';
import { readAddresses } from './statements/read-addresses.ts';
import { contactMergesTable, contactsTable, identitiesTable } from './table.ts';

/**
 * Throws unless the contacts can be merged. Then moves the records that are too many for the transaction of the merge.
 * Returns whether there are some.
 */
export async function prepareMerge(ctx: TenantContext, body: MergeContactsBody): Promise<boolean> {
  checkMerge(body);
  await requireFew(ctx, body);
  return await moveInSteps(ctx, body);
}

/** Throws SVC-LIMIT-REACHED when the contacts have too many identities together. */
async function requireFew(
  { db }: TenantContext,
  { primaryId, duplicateId }: MergeContactsBody,
): Promise<void> {
  const countOf = async (contact_id: string) =>
    Number(await db.select(identitiesTable).where({ contact_id }).count());
  const [own, added] = await inOrder([countOf(primaryId), countOf(duplicateId)]);
  checkIdentityLimit(own, added);
}

/**
 * Moves records of the duplicate to the primary contact in several transactions, when they are too many for the
 * transaction of the merge. If the process is killed, a job finishes the merge. Returns whether there are such records.
 */
export async function moveInSteps(ctx: TenantContext, body: MergeContactsBody): Promise<boolean> {
  const places = await longPlaces(ctx, body.duplicateId);
  const moveStep = (place: (typeof places)[number], isFirst: boolean) =>
    inTransaction(ctx, async (ctx) => {
      const { primary, duplicate } = await lockBoth(ctx, body);
      if (!primary || !duplicate) return false;
      if (isFirst) await enqueue(ctx, 'finish-merge', body, { delayMs: finishAfterMs });
      // The primary contact gets the opt-outs of the duplicate first, because they also apply to the conversations that
      // are moved.
      const wanted = mergedContact(primary, duplicate);
      const { consent, blocked } = wanted;
      await contacts.save(ctx, primary, { ...primary, consent, blocked });
      return await moveSome(ctx, place, moveOf(ctx, duplicate, wanted));
    });
  for (const [index, place] of places.entries()) {
    for (let n = 0; await moveStep(place, index + n === 0); n += 1) await nextTurn();
  }
  return places.length > 0;
}

const finishAfterMs = 60_000;

/** Finishes a merge whose process was killed. */
export const finishMerge: JobHandler<JobPayloads['finish-merge']> = {
  maxAttempts: 10,
  async run(ctx, { payload }) {
    await moveInSteps(ctx, payload);
    // It throws when the merge is complete, or when one of the contacts was removed.
    await mergeContacts(ctx, payload, { hasMoved: true }).catch(ignoreNotFound);
  },
};

/**
 * Merges the duplicate into the primary contact. A repeat of a merge changes nothing. Throws SVC-LIMIT-REACHED when they
 * have got too many identities since `prepareMerge`, unless that has moved records: such a merge is always finished.
 */
export async function mergeContacts(
  ctx: TenantContext,
  body: MergeContactsBody,
  { hasMoved = false }: { readonly hasMoved?: boolean } = {},
): Promise<Contact> {
  checkMerge(body);
  const { primaryId, duplicateId } = body;
  return await inTransaction(ctx, async (ctx) => {
    // The merge copies values of custom fields, which the deletion of a field could miss.
    await ctx.db.run(lockKind, { kind: 'customField', isShared: true });
    await lockLimit(ctx, 'contacts');
    const { primary, duplicate } = await lockBoth(ctx, body);
    if (!primary) throw await contacts.missing(ctx, primaryId);
    if (!duplicate) {
      const merge = await findMerge(ctx, duplicateId);
      if (merge?.merged_into_id !== primaryId) throw await contacts.missing(ctx, duplicateId);
      return await contacts.show(ctx, primary);
    }
    if (!hasMoved) await requireFew(ctx, body);
    const at = ctx.now().toISOString();
    const merge = mergeOf(await contacts.show(ctx, duplicate), primaryId, at);
    const wanted = mergedContact(primary, duplicate);
    await moveAllReferences(ctx, moveOf(ctx, duplicate, wanted));
    await ctx.db.remove(contactsTable, { id: duplicateId });
    const row = { id: duplicateId, merged_into_id: primaryId, merged_at: at };
    await ctx.db.insert(contactMergesTable, row);
    recordEvent(ctx, 'contact.merged', { object: merge });
    await updateContactSummary(ctx, summaryOf(wanted));
    return await contacts.save(ctx, primary, wanted);
  });
}

function moveOf(ctx: TenantContext, duplicate: StoredContact, merged: StoredContact) {
  const at = ctx.now().toISOString();
  return { from: duplicate.id, to: merged.id, at, summary: summaryOf(merged) };
}

async function lockBoth(ctx: TenantContext, { primaryId, duplicateId }: MergeContactsBody) {
  // In the order of their IDs, so that two merges of the same contacts cannot deadlock.
  const rows = await ctx.db
    .select(contactsTable)
    .whereIn('id', [primaryId, duplicateId])
    // The erasure of a contact has perhaps removed some of its records, so that no merge may take over the others.
    .whereNull('erasing_at')
    .orderBy('id')
    .forUpdate();
  const locked = new Map(rows.map((row) => [row.id, contactsTable.toRecord(row)]));
  return { primary: locked.get(primaryId), duplicate: locked.get(duplicateId) };
}

/**
 * Returns a contact. Throws SVC-NOT-FOUND when there is none; for a merged contact, the error has the ID of the contact
 * that it was merged into.
 */
export async function getContact(ctx: TenantContext, id: string): Promise<Contact> {
  const [contact, addresses] = await Promise.all([
    contacts.find(ctx, id),
    ctx.db.run(readAddresses, [id]),
  ]);
  if (!contact) throw await contacts.missing(ctx, id);
  // On Postgres, a merge between the two reads moves the identities and removes the contact.
  const isMoved = addresses.identities.length === 0 && !(await contacts.find(ctx, id));
  if (isMoved) throw await contacts.missing(ctx, id);
  return withAddresses(contact, addresses, ctx.now().getTime());
}
