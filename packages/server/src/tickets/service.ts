import type {
  CreateTicketBody,
  ListTicketHistoryQuery,
  Page,
  Ticket,
  TicketHistoryEntry,
} from '@parley/contract/schemas';
import { placeOfTicket, subjectsOfTicket, ticketChangeFilters } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { takeWithContact } from '../conversations/take-with-contact.ts';
import { defineList } from '../crud/list.ts';
import { withCheckedValues } from '../custom-fields/values.ts';
import { inTransaction, sourceOf, type TenantContext } from '../tenancy/context.ts';
import { addTicket, tickets } from './records.ts';
import { ticketChangesTable } from './table.ts';

export async function createTicket(ctx: TenantContext, given: CreateTicketBody): Promise<Ticket> {
  return await inTransaction(ctx, async (ctx) => {
    const body = await withCheckedValues(ctx, 'ticket', given);
    const { followUpOfId, contactId: _contact, conversationId: _conversation, ...fields } = body;
    const origin = followUpOfId === undefined ? undefined : await tickets.get(ctx, followUpOfId);
    const { contactId, conversationId } = subjectsOfTicket(body, origin);
    // Locked before the number is taken.
    const taken = conversationId === null ? undefined : await takeWithContact(ctx, conversationId);
    const place = placeOfTicket(contactId, taken?.conversation);
    ctx.db.lockAtOnce();
    const contact =
      taken || place.contactId === null ? undefined : contacts.take(ctx, place.contactId);
    const source = sourceOf(ctx);
    return await addTicket(ctx, { ...fields, followUpOfId, place, source }, contact);
  });
}

const readChanges = defineList(ticketChangesTable, { filters: ticketChangeFilters });

export async function listTicketChanges(
  ctx: TenantContext,
  id: string,
  query: ListTicketHistoryQuery,
): Promise<Page<TicketHistoryEntry>> {
  return await readChanges(ctx, { ...query, ticketId: [id] });
}
