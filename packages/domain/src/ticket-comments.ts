import type {
  Author,
  CreateTicketCommentBody,
  ListTicketCommentsQuery,
  SendConversationMessageBody,
  Ticket,
  TicketComment,
} from '@parley/contract/schemas';
import { isReport, type Received } from './content.ts';
import { anyOf, type Filters } from './filters.ts';
import { notFoundIn, violation } from './refusals.ts';
import type { Made } from './rules.ts';
import { checkNotClosed, movedTicket } from './tickets.ts';

interface ListQuery extends ListTicketCommentsQuery {
  ticketId: string[];
}

export const ticketCommentFilters: Filters<TicketComment, ListQuery> = {
  ticketId: anyOf('ticketId'),
  visibility: anyOf('visibility'),
};

/** Throws SVC-NOT-FOUND unless the comment belongs to the ticket. */
export function checkCommentOf(
  comment: TicketComment | undefined,
  { ticketId, id }: { readonly ticketId: string; readonly id: string },
): TicketComment {
  if (comment?.ticketId !== ticketId) throw notFoundIn('ticket', 'ticketComment', id);
  return comment;
}

/**
 * Returns the conversation in which the comment is sent; undefined when it is not sent. Throws SVC-INVALID-TRANSITION
 * for a closed ticket, and SVC-RULE-VIOLATION for fields that contradict each other.
 */
export function deliveryOfComment(
  ticket: Ticket,
  { visibility, deliver, contactId }: CreateTicketCommentBody,
): string | undefined {
  checkNotClosed(ticket, 'comment');
  if (contactId !== undefined && visibility !== 'public')
    throw violation('only_public', 'contactId');
  if (!deliver) return undefined;
  if (visibility !== 'public') throw violation('only_public', 'deliver');
  if (contactId !== undefined) throw violation('not_of_contacts', 'deliver');
  if (ticket.conversationId === null) throw violation('needs_conversation', 'deliver');
  return ticket.conversationId;
}

/** Returns the message that sends a comment to the customer. */
export function messageOfComment({ body }: CreateTicketCommentBody): SendConversationMessageBody {
  return { type: 'text', text: body };
}

interface NewComment extends Made {
  readonly author: Author;
  readonly messageId: string | null;
}

export function newTicketComment(
  ticket: Ticket,
  { body, visibility }: CreateTicketCommentBody,
  { id, at, author, messageId }: NewComment,
): TicketComment {
  return { id, ticketId: ticket.id, body, visibility, author, messageId, createdAt: at };
}

/**
 * Returns the ticket after a comment. A user's answer makes a `new` ticket `open`; a comment of the contact makes a
 * pending or solved one `open`.
 */
export function withComment(before: Ticket, comment: TicketComment): Ticket {
  const { visibility, author, createdAt: at } = comment;
  const isOfContact = author.type === 'contact';
  const isAnswer = visibility === 'public' && !isOfContact;
  const isOpened = isOfContact ? isWaiting(before) : isAnswer && before.status === 'new';
  return {
    ...movedTicket(before, isOpened ? 'open' : before.status, at),
    firstRespondedAt: before.firstRespondedAt ?? (isAnswer ? at : null),
    lastCommentAt: at,
    commentCount: before.commentCount + 1,
  };
}

function isWaiting({ status }: Pick<Ticket, 'status'>): boolean {
  return status === 'pending' || status === 'solved';
}

/**
 * Returns whether an inbound message may change tickets. Reactions, reports of the network and messages of blocked
 * contacts do not.
 */
export function concernsTickets(
  message: Received,
  { blocked }: { readonly blocked: boolean },
): boolean {
  return message.type !== 'reaction' && !isReport(message) && !blocked;
}

/**
 * Returns what a message of the customer does to the newest ticket of its conversation: `open` opens it, `follow_up`
 * creates a ticket that continues it. Undefined when nothing changes.
 */
export function effectOfInbound(ticket: Pick<Ticket, 'status'>): 'open' | 'follow_up' | undefined {
  if (ticket.status === 'closed') return 'follow_up';
  return isWaiting(ticket) ? 'open' : undefined;
}

/**
 * Returns the fields of the follow-up of a closed ticket. It has no assignee yet. It belongs to the conversation of the
 * message that causes it.
 */
export function followUpOf(
  closed: Ticket,
  { conversationId }: { readonly conversationId: string },
) {
  const { id, subject, priority, type, tags, contactId, channelId } = closed;
  const place = { contactId, conversationId, channelId };
  return {
    subject,
    priority,
    type,
    tags,
    place,
    followUpOfId: id,
    source: 'conversation',
  } as const;
}
