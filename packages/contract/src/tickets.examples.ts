import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';
import type { TicketHistoryEntry } from './ticket-history.ts';
import type { Ticket } from './tickets.ts';

const ticket: Ticket = {
  id: exampleId('ticket', 'B'),
  number: 1042,
  subject: 'The parcel is damaged',
  description: 'The box was open and a cup is broken.',
  status: 'open',
  priority: 'high',
  type: 'incident',
  contactId: exampleIds.contact,
  conversationId: exampleIds.conversation,
  channelId: exampleIds.channel,
  assigneeId: null,
  tags: ['delivery'],
  externalId: null,
  followUpOfId: null,
  dueAt: '2026-11-21T12:00:00.000Z',
  firstRespondedAt: at(35),
  solvedAt: null,
  closedAt: null,
  reopenCount: 0,
  lastCommentAt: at(35),
  commentCount: 1,
  source: 'api',
  customFields: { plan: 'gold' },
  metadata: {},
  createdAt: at(30),
  updatedAt: at(40),
};

const author = { type: 'api', id: exampleIds.apiKey, name: null } as const;

const ticketHistoryEntry: TicketHistoryEntry = {
  id: exampleId('ticketChange', 'C'),
  ticketId: ticket.id,
  field: 'status',
  from: 'new',
  to: 'open',
  author,
  createdAt: at(35),
};

export const ticketExamples = {
  ticket,
  ticketPage: onePage(ticket),
  author,
  ticketHistoryEntry,
  ticketHistoryPage: onePage(ticketHistoryEntry),
  listTicketsQuery: { status: ['new', 'open'], overdue: true, sort: '-priority' },
  listTicketHistoryQuery: { field: ['status'], sort: '-createdAt' },
  createTicketBody: {
    subject: ticket.subject,
    conversationId: exampleIds.conversation,
    priority: 'high',
  },
  updateTicketBody: { status: 'solved' },
} as const;

export const ticketEventExamples = {
  'ticket.created': made(ticket),
  'ticket.updated': changed(ticket, { subject: 'Damaged parcel' }),
  'ticket.status_changed': changed(ticket, { status: 'solved', solvedAt: at(50) }),
  'ticket.assigned': changed(ticket, { assigneeId: exampleId('user', 'A') }),
  'ticket.deleted': made(ticket),
};
