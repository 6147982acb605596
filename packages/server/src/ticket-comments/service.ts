import type {
  CreateTicketCommentBody,
  ListTicketCommentsQuery,
  Page,
  TicketComment,
} from '@parley/contract/schemas';
import {
  checkCommentOf,
  deliveryOfComment,
  displayName,
  messageOfComment,
  newTicketComment,
  ticketCommentFilters,
  toAuthor,
  withComment,
} from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { sendConversationMessage } from '../conversations/service.ts';
import { defineList } from '../crud/list.ts';
import { recordEvent } from '../events/service.ts';
import { authorOf, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { tickets } from '../tickets/records.ts';
import { ticketCommentsTable } from './table.ts';

const readComments = defineList(ticketCommentsTable, { filters: ticketCommentFilters });

export async function listTicketComments(
  ctx: TenantContext,
  ticketId: string,
  query: ListTicketCommentsQuery,
): Promise<Page<TicketComment>> {
  return await readComments(ctx, { ...query, ticketId: [ticketId] });
}

export async function getTicketComment(
  ctx: TenantContext,
  ticketId: string,
  id: string,
): Promise<TicketComment> {
  const row = await ctx.db.select(ticketCommentsTable).where({ id }).first();
  await tickets.get(ctx, ticketId);
  return checkCommentOf(row && ticketCommentsTable.toRecord(row), { ticketId, id });
}

/** Adds a comment. If the body asks for it, also accepts it as a message to the contact, in the same transaction. */
export async function createTicketComment(
  ctx: TenantContext,
  ticketId: string,
  body: CreateTicketCommentBody,
): Promise<TicketComment> {
  return await inTransaction(ctx, async (ctx) => {
    const seen = await tickets.get(ctx, ticketId);
    const author = await authorOfComment(ctx, body);
    const conversationId = deliveryOfComment(seen, body);
    // The conversation is locked before the ticket, as an inbound message does.
    const message =
      conversationId === undefined
        ? undefined
        : await sendConversationMessage(ctx, conversationId, messageOfComment(body), {
            type: 'ticket',
            id: ticketId,
          });
    const before = await tickets.take(ctx, ticketId);
    // The ticket may have been closed meanwhile.
    deliveryOfComment(before, body);
    const comment = newTicketComment(before, body, {
      id: ctx.newId('cmt'),
      at: ctx.now().toISOString(),
      author,
      messageId: message?.id ?? null,
    });
    await tickets.save(ctx, before, withComment(before, comment));
    await ctx.db.insert(ticketCommentsTable, ticketCommentsTable.toRow(comment));
    recordEvent(ctx, 'ticket.commented', { object: comment, channelId: before.channelId });
    return comment;
  });
}

async function authorOfComment(ctx: TenantContext, { contactId }: CreateTicketCommentBody) {
  if (contactId === undefined) return authorOf(ctx);
  const contact = await contacts.take(ctx, contactId);
  return toAuthor({ type: 'contact', id: contactId }, displayName(contact));
}
