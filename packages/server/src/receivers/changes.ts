import type { Channel } from '@parley/contract/schemas';
import { type CustomerChange, changedByCustomer, lastTextAfter, senderOf } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversationsTable } from '../conversations/table.ts';
import { inOrder } from '../db/in-order.ts';
import { deleteFilesOf } from '../media/service.ts';
import { recordUpdated } from '../messages/record-updated.ts';
import { findByExternalId } from '../messages/service.ts';
import { messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';

interface Change {
  /** The provider's ID of the message. */
  readonly externalId: string;
  readonly change: CustomerChange;
  readonly by: 'customer' | 'business';
}

/**
 * Applies an edit, deletion or reaction to a message. Returns false when the channel does not have the message. Call it
 * in a transaction.
 */
export async function takeChange(
  ctx: TenantContext,
  channel: Channel,
  { externalId, change, by }: Change,
  at: string,
): Promise<boolean> {
  const found = await findByExternalId(ctx, channel.id, externalId);
  if (!found) return false;
  // Locks the contact, then the conversation, then the message, as the steps of a message do.
  await contacts.lock(ctx, found.contactId);
  const [, row] = await inOrder([
    ctx.db.select(conversationsTable).where({ id: found.conversationId }).forUpdate().first(),
    ctx.db.select(messagesTable).where({ id: found.id }).forUpdate().first(),
  ]);
  if (!row) return false;
  const before = messagesTable.toRecord(row);
  const after = changedByCustomer(before, change, { at, now: ctx.now().toISOString() });
  if (after === before) return true;
  await ctx.db.update(messagesTable, { id: row.id }, messagesTable.toPatch(before, after));
  if (after.isDeleted) await deleteFilesOf(ctx, before);
  const lastText = lastTextAfter(before, after);
  if (lastText) {
    const shown = { id: row.conversation_id, last_message_id: row.id };
    await ctx.db.update(conversationsTable, shown, conversationsTable.toCells(lastText));
  }
  const actor = by === 'customer' ? senderOf(after) : ctx.actor;
  await recordUpdated({ ...ctx, actor }, before, after);
  return true;
}
