import type { Deal, Ticket, TicketComment } from '@parley/contract/schemas';

// The form of tickets and deals after the erasure of their contact: records that the tenant keeps, without personal data.
// The server deletes the contact's conversations, messages and identities instead.

/** The text that replaces an erased text in a required field. */
export const erasedText = '[erased]';

const erasedFields = {
  contactId: null,
  conversationId: null,
  externalId: null,
  tags: [],
  customFields: {},
  metadata: {},
};

/** Returns a ticket without its customer and its texts. The number, status and times stay. */
export function erasedTicket(ticket: Ticket): Ticket {
  return { ...ticket, ...erasedFields, subject: erasedText, description: null };
}

export function erasedComment({ author, ...comment }: TicketComment): TicketComment {
  const isOfCustomer = author.type === 'contact';
  return {
    ...comment,
    body: erasedText,
    author: isOfCustomer ? { ...author, id: null, name: null } : author,
    messageId: null,
  };
}

/** Returns a deal without its contact and its texts. The value, stage and times stay. */
export function erasedDeal(deal: Deal): Deal {
  return { ...deal, ...erasedFields, title: erasedText, lostReason: null, source: null };
}
