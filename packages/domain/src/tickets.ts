import {
  type CreateTicketBody,
  type ListTicketsQuery,
  type Ticket,
  type TicketStatus,
  ticketPriority,
  type UpdateTicketBody,
} from '@parley/contract/schemas';
import type { StoredConversation } from './conversations.ts';
import { hourMs } from './durations.ts';
import { differences, givenFields } from './fields.ts';
import { anyOf, anyOfOrNone, containing, custom, tagged } from './filters.ts';
import { checkTransition, invalidTransition, type Transitions, violation } from './refusals.ts';
import { defineRules, patched, remaining } from './rules.ts';

/** The status changes that `PATCH /tickets/{id}` can make. */
export const ticketTransitions: Transitions<TicketStatus> = {
  new: ['open', 'pending', 'on_hold', 'solved', 'closed'],
  open: ['pending', 'on_hold', 'solved', 'closed'],
  pending: ['open', 'on_hold', 'solved', 'closed'],
  on_hold: ['open', 'pending', 'solved', 'closed'],
  solved: ['open', 'closed'],
  closed: [],
};

/** The contact, conversation and channel of a ticket. */
export type TicketPlace = Pick<Ticket, 'contactId' | 'conversationId' | 'channelId'>;

export interface NewTicket extends Omit<CreateTicketBody, keyof TicketPlace> {
  readonly number: number;
  readonly place: TicketPlace;
  readonly source: Ticket['source'];
}

export const ticketRules = defineRules<Ticket, NewTicket, UpdateTicketBody, ListTicketsQuery>({
  kind: 'ticket',
  initial({ place, ...fields }, { id, at }) {
    const fresh: Ticket = {
      id,
      number: fields.number,
      subject: fields.subject,
      description: null,
      status: 'new',
      priority: 'normal',
      type: null,
      ...place,
      assigneeId: null,
      tags: [],
      customFields: {},
      externalId: null,
      followUpOfId: null,
      dueAt: null,
      firstRespondedAt: null,
      solvedAt: null,
      closedAt: null,
      reopenCount: 0,
      lastCommentAt: null,
      commentCount: 0,
      source: fields.source,
      metadata: {},
      createdAt: at,
      updatedAt: at,
    };
    return patched(fresh, fields);
  },
  changed: changedTicket,
  unique: { externalId: ({ externalId }) => externalId },
  references: { assigneeId: 'user' },
  events: { created: 'ticket.created', deleted: 'ticket.deleted' },
  changeEvents({ status, solvedAt, closedAt, reopenCount, assigneeId, ...others }) {
    // A change that only adds a comment records the event of the comment, not of the ticket.
    const {
      commentCount: _count,
      lastCommentAt: _last,
      firstRespondedAt: _first,
      ...rest
    } = others;
    return [
      ...remaining<Ticket>(
        'ticket.status_changed',
        givenFields({ status, solvedAt, closedAt, reopenCount }),
      ),
      ...remaining<Ticket>('ticket.assigned', givenFields({ assigneeId })),
      ...remaining<Ticket>('ticket.updated', rest),
    ];
  },
  filters: {
    status: anyOf('status'),
    priority: anyOf('priority', priorityRank),
    type: anyOf('type'),
    assigneeId: anyOfOrNone('assigneeId'),
    contactId: anyOf('contactId'),
    conversationId: anyOf('conversationId'),
    tag: tagged('tags'),
    customField: custom,
    number: anyOf('number', String),
    externalId: anyOf('externalId'),
    q: containing(({ subject, description }) => [subject, description]),
    overdue: custom,
  },
  sortKeys: { priority: ({ priority }) => priorityRank(priority) },
});

/** Returns the sort key of a priority; the lowest priority sorts first. */
export function priorityRank(priority: string): string {
  const priorities: readonly string[] = ticketPriority.options;
  return String(priorities.indexOf(priority));
}

/** Returns whether a ticket is past its due time and neither solved nor closed. */
export function isOverdue({ dueAt, status }: Ticket, at: string): boolean {
  return dueAt !== null && dueAt < at && !isDone(status);
}

/** Statuses in which a ticket needs no more work. */
export const doneTicketStatuses = ['solved', 'closed'] as const satisfies TicketStatus[];

function isDone(status: TicketStatus): boolean {
  return (doneTicketStatuses as readonly TicketStatus[]).includes(status);
}

/**
 * Returns the contact and the conversation of a new ticket. They are those of the body or, for a follow-up, those of
 * the closed ticket.
 */
export function subjectsOfTicket(
  { contactId, conversationId }: Pick<CreateTicketBody, 'contactId' | 'conversationId'>,
  origin: Ticket | undefined,
): Pick<TicketPlace, 'contactId' | 'conversationId'> {
  const isNamed = contactId !== undefined || conversationId !== undefined;
  if (origin && !isNamed) return origin;
  return { contactId: contactId ?? null, conversationId: conversationId ?? null };
}

/**
 * Returns the contact, conversation and channel of a ticket. Throws SVC-RULE-VIOLATION when the conversation is with
 * another contact.
 */
export function placeOfTicket(
  contactId: string | null,
  conversation: Pick<StoredConversation, 'id' | 'contactId' | 'channelId'> | undefined,
): TicketPlace {
  if (!conversation) return { contactId, conversationId: null, channelId: null };
  if (contactId !== null && contactId !== conversation.contactId) {
    throw violation('contact_of_conversation', 'contactId');
  }
  const { id, channelId } = conversation;
  return { contactId: conversation.contactId, conversationId: id, channelId };
}

/** Throws SVC-INVALID-TRANSITION for a closed ticket. */
export function checkNotClosed({ id, status }: Ticket, action: string): void {
  if (status !== 'closed') return;
  const suggestion = 'follow_up';
  throw invalidTransition({
    resource: 'ticket',
    id,
    from: status,
    action,
    allowed: [],
    suggestion,
  });
}

function changedTicket(
  before: Ticket,
  { status: to = before.status, ...fields }: UpdateTicketBody,
  at: string,
): Ticket {
  const suggestion = before.status === 'closed' ? 'follow_up' : undefined;
  checkTransition('ticket', ticketTransitions, before, to, suggestion);
  const { tags: _tags, metadata: _metadata, customFields: _values, ...others } = fields;
  if (differences(before, givenFields(others))) checkNotClosed(before, 'update');
  return movedTicket(patched(before, fields), to, at);
}

/**
 * Returns the ticket with a new status and the times that follow from it. Check first that the status may follow the
 * present one.
 */
export function movedTicket(before: Ticket, to: TicketStatus, at: string): Ticket {
  return {
    ...before,
    status: to,
    solvedAt: isDone(to) ? (before.solvedAt ?? at) : null,
    closedAt: to === 'closed' ? (before.closedAt ?? at) : null,
    reopenCount: before.reopenCount + (before.status === 'solved' && to === 'open' ? 1 : 0),
  };
}

type Closing = Pick<Ticket, 'status' | 'solvedAt'>;

/** Returns when a ticket has been solved for this many hours, in epoch milliseconds; Infinity unless it is solved. */
export function dueToCloseMs({ status, solvedAt }: Closing, hours: number): number {
  const isSolved = status === 'solved' && solvedAt !== null;
  return isSolved ? Date.parse(solvedAt) + hours * hourMs : Number.POSITIVE_INFINITY;
}

/** Returns whether the server must close a ticket, because it has been solved for this many hours. */
export function isDueToClose(ticket: Closing, hours: number, nowMs: number): boolean {
  return dueToCloseMs(ticket, hours) <= nowMs;
}
