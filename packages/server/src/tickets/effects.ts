import {
  concernsTickets,
  effectOfInbound,
  followUpOf,
  movedTicket,
  type StoredMessage,
  senderOf,
} from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { addTicket, tickets } from './records.ts';
import { ticketsTable } from './table.ts';

/**
 * Applies a customer's message to tickets: reopens the newest ticket of the conversation, or creates a follow-up ticket
 * if that one is closed. Ignores blocked senders. Call it in a transaction that locks the conversation.
 */
export async function noteInbound(
  ctx: TenantContext,
  message: Pick<StoredMessage, 'type' | 'content' | 'contactId' | 'conversationId'>,
  sender: { readonly blocked: boolean },
): Promise<void> {
  if (!concernsTickets(message, sender)) return;
  const row = await ctx.db
    .select(ticketsTable)
    .where({ conversation_id: message.conversationId })
    .orderBy('number', 'desc')
    .limit(1)
    .forUpdate()
    .first();
  if (!row) return;
  const newest = ticketsTable.toRecord(row);
  const effect = effectOfInbound(newest);
  const byContact = { ...ctx, actor: senderOf(message) };
  if (effect === 'open') {
    const opened = movedTicket(newest, 'open', ctx.now().toISOString());
    await tickets.save(byContact, newest, opened);
  }
  if (effect === 'follow_up') await addTicket(byContact, followUpOf(newest));
}
