import type { Deal, Ticket, TicketComment } from '@parley/contract/schemas';

// The erased form of records that belong to the tenant. Conversations, messages and identities are deleted instead.

/** Stands for a text that a record must have. */
export const erasedText = '[erased]';

/** Without the customer and without texts: number, status and times stay. */
export function erasedTicket(ticket: Ticket): Ticket {
  return {
    ...ticket,
    subject: erasedText,
    description: null,
    contactId: null,
    conversationId: null,
    tags: [],
    customFields: {},
    externalId: null,
    metadata: {},
  };
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

/** Without the customer and without texts: value, stage and times stay. */
export function erasedDeal(deal: Deal): Deal {
  return {
    ...deal,
    title: erasedText,
    contactId: null,
    conversationId: null,
    lostReason: null,
    source: null,
    tags: [],
    customFields: {},
    metadata: {},
  };
}
