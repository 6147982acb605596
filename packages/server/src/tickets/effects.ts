import type { Ticket } from '@parley/contract/schemas';
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

type Received = Pick<StoredMessage, 'type' | 'content' | 'contactId' | 'conversationId'>;

/**
 * Returns and locks the newest ticket of the conversation, if the message concerns it. A message of a blocked sender
 * concerns no ticket. A message that starts a conversation concerns the ticket of the previous one. Call it in a
 * transaction that locks the conversation.
 */
export async function lockConcerned(
  ctx: TenantContext,
  message: Received,
  sender: { readonly blocked: boolean },
  conversationId = message.conversationId,
): Promise<Ticket | undefined> {
  if (!concernsTickets(message, sender)) return undefined;
  const row = await ctx.db
    .select(ticketsTable)
    .where({ conversation_id: conversationId })
    .orderBy('number', 'desc')
    .limit(1)
    .forChange()
    .first();
  return row && ticketsTable.toRecord(row);
}

/** Reopens the ticket that a customer's message concerns, or creates a follow-up ticket if it is closed. */
export async function noteInbound(
  ctx: TenantContext,
  message: Received,
  newest: Ticket,
): Promise<void> {
  const effect = effectOfInbound(newest);
  const byContact = { ...ctx, actor: senderOf(message) };
  if (effect === 'open') {
    const opened = movedTicket(newest, 'open', ctx.now().toISOString());
    await tickets.save(byContact, newest, opened);
  }
  if (effect === 'follow_up') await addTicket(byContact, followUpOf(newest, message));
}
