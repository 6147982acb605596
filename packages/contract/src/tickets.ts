import * as z from 'zod';
import { updateBody } from './bodies.ts';
import { customFieldFilter, customFieldValues, customFieldValuesInput } from './custom-values.ts';
import { eventsOf } from './events-of.ts';
import { id, idInput } from './ids.ts';
import { metadata, metadataInput } from './metadata.ts';
import { named } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import {
  anyOf,
  flag,
  idFilter,
  integer,
  sortedBy,
  textFilter,
  textSearch,
  timeRanges,
} from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { tags, tagsInput } from './tags.ts';
import { textInput } from './text-inputs.ts';
import { listTicketHistoryQuery, ticketHistoryPage } from './ticket-history.ts';
import { timestamp, timestampInput } from './timestamps.ts';

export const ticketLimits = { maxNumber: 2_147_483_647 } as const;

export const ticketStatus = z
  .enum(['new', 'open', 'pending', 'on_hold', 'solved', 'closed'])
  .describe(
    'Status. `new`: no comment answers the customer; `open`: you must act; `pending`: the customer must answer; `on_hold`: a third party must act; `solved`: done unless the customer writes again; `closed`: final.',
  );
export type TicketStatus = z.infer<typeof ticketStatus>;

export const ticketPriority = z
  .enum(['low', 'normal', 'high', 'urgent'])
  .describe('Urgency of the ticket.');
export type TicketPriority = z.infer<typeof ticketPriority>;

const ticketType = z.enum(['question', 'incident', 'problem', 'task']).describe('Kind of request.');

export class TicketSchema extends named(
  'A request of a customer that you work on until it is solved.',
  {
    id: id('ticket'),
    number: z.int().describe('Number of the ticket within the tenant: 1, 2, 3 …, without gaps.'),
    subject: z.string().describe('What the ticket is about, in one line.'),
    description: textOrNull('Full text of the request; null = none.'),
    status: ticketStatus,
    priority: ticketPriority,
    type: ticketType.nullable().describe('Kind of request; null = not classified.'),
    contactId: idOrNull('contact', 'ID of the customer; null = none.'),
    conversationId: idOrNull(
      'conversation',
      'ID of the conversation that the ticket is about; null = none.',
    ),
    channelId: idOrNull('channel', 'ID of the channel of that conversation; null = none.'),
    assigneeId: idOrNull('user', 'ID of the user who works on the ticket; null = nobody.'),
    tags,
    customFields: customFieldValues,
    externalId: textOrNull('Your own ID; null = none.'),
    followUpOfId: idOrNull(
      'ticket',
      'ID of the closed ticket that this one continues; null = none. It stays when that ticket is deleted.',
    ),
    dueAt: timeOrNull('Time by which the ticket must be solved; null = none.'),
    firstRespondedAt: timeOrNull(
      'Time of the first public comment that is not by a contact; null = none yet.',
    ),
    solvedAt: timeOrNull(
      'Time at which the ticket was solved, or closed without being solved first; null = neither.',
    ),
    closedAt: timeOrNull('Time at which the ticket was closed; null = it is not.'),
    reopenCount: z.int().describe('Number of times that a solved ticket became open.'),
    lastCommentAt: timeOrNull('Time of the newest comment; null = none.'),
    commentCount: z.int().describe('Number of comments, public and internal.'),
    source: z
      .enum(['api', 'conversation', 'flow', 'inbox'])
      .describe(
        'Origin of the ticket. `inbox`: created by a member in the console. `conversation`: a message after the previous ticket was closed.',
      ),
    metadata,
    createdAt: timestamp.describe('Creation time.'),
    updatedAt: timestamp.describe('Time of the last change, or of the newest comment.'),
  },
) {}
export const ticket = new TicketSchema();
export type Ticket = z.infer<typeof ticket>;

const fields = {
  subject: textInput(255).describe('What the ticket is about, in one line.'),
  description: textInput(20_000).nullish().describe('Full text of the request.'),
  priority: ticketPriority.optional(),
  type: ticketType.nullish(),
  assigneeId: idInput('user')
    .nullish()
    .describe('ID of the user who works on the ticket; null = nobody.'),
  tags: tagsInput.optional(),
  customFields: customFieldValuesInput.optional(),
  externalId: textInput(255).nullish().describe('Your own ID, unique among your tickets.'),
  dueAt: timestampInput.nullish().describe('Time by which the ticket must be solved; null = none.'),
};

export const createTicketBody = z
  .object({
    ...fields,
    contactId: idInput('contact')
      .optional()
      .describe('ID of the customer. Default: the contact of the conversation, if there is one.'),
    conversationId: idInput('conversation')
      .optional()
      .describe(
        'ID of the conversation that the ticket is about. Its contact and channel are copied.',
      ),
    followUpOfId: idInput('ticket')
      .optional()
      .describe(
        'ID of a ticket that this one continues. Its contact and conversation are the default.',
      ),
    metadata: metadataInput.optional(),
  })
  .describe('A new ticket. Its priority is `normal` unless you give one.');
export type CreateTicketBody = z.infer<typeof createTicketBody>;

export const updateTicketBody = updateBody({ ...fields, status: ticketStatus });
export type UpdateTicketBody = z.infer<typeof updateTicketBody>;

export const listTicketsQuery = pageQuery
  .extend({
    status: anyOf(ticketStatus).optional().describe('Only tickets with any of these statuses.'),
    priority: anyOf(ticketPriority)
      .optional()
      .describe('Only tickets with any of these priorities.'),
    type: anyOf(ticketType).optional().describe('Only tickets of any of these kinds.'),
    assigneeId: idFilter()
      .optional()
      .describe('Only tickets of any of these users; `none` = tickets without a user.'),
    contactId: idFilter().optional().describe('Only tickets of any of these contacts.'),
    conversationId: idFilter()
      .optional()
      .describe('Only tickets about any of these conversations.'),
    tag: textFilter(64).optional().describe('Only tickets with at least one of these tags.'),
    number: anyOf(integer(z.int().min(1).max(ticketLimits.maxNumber)))
      .optional()
      .describe('Only the tickets with one of these numbers.'),
    externalId: textFilter(255)
      .optional()
      .describe('Only tickets with one of these `externalId` values.'),
    q: textSearch('the subject or description'),
    overdue: flag
      .optional()
      .describe(
        'True: only tickets that are past `dueAt` and neither solved nor closed. False: only the others.',
      ),
    customField: customFieldFilter('tickets'),
    ...timeRanges,
    dueAfter: timestampInput
      .optional()
      .describe('Only tickets that are due at this time or later.'),
    dueBefore: timestampInput.optional().describe('Only tickets that are due before this time.'),
    sort: sortedBy(
      '-updatedAt',
      'updatedAt',
      '-createdAt',
      'createdAt',
      '-priority',
      'priority',
      'dueAt',
      '-dueAt',
      'number',
      '-number',
    ).describe(
      'Order of the list. `-priority`: urgent tickets first. By `dueAt`, in either direction, tickets without it come last.',
    ),
  })
  .describe('Which tickets to list.');
export type ListTicketsQuery = z.infer<typeof listTicketsQuery>;

export const ticketPage = page(ticket).describe('A page of tickets.');

export const ticketEvents = eventsOf(ticket, {
  'ticket.created':
    'A ticket was created: by a request, or by a message after the previous ticket was closed.',
  'ticket.updated': 'Fields of a ticket changed.',
  'ticket.status_changed': 'The status of a ticket changed, for example to `open` or `solved`.',
  'ticket.assigned': 'A ticket was assigned to a user, or its assignment was removed.',
  'ticket.deleted': 'A ticket was deleted.',
});

const routes = resourceRoutes('/tickets', 'ticket', ticket);

export const ticketsRoutes = {
  list: {
    ...routes.list('List tickets', listTicketsQuery, ticketPage),
    description: 'To look up a ticket by its number, use `GET /tickets?number=`.',
  },
  create: routes.create('Create a ticket', createTicketBody, 'SVC-CONFLICT', 'SVC-RULE-VIOLATION'),
  get: routes.get('Get a ticket'),
  update: {
    ...routes.update(
      'Change a ticket',
      updateTicketBody,
      'SVC-CONFLICT',
      'SVC-INVALID-TRANSITION',
      'SVC-RULE-VIOLATION',
    ),
    description:
      'If the ticket is closed, only `tags`, `metadata` and `customFields` can be changed.',
  },
  delete: routes.delete('Delete a ticket'),
  listHistory: routes.listOf(
    'history',
    'List the changes of a ticket',
    listTicketHistoryQuery,
    ticketHistoryPage,
  ),
};
