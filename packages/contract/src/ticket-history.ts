import * as z from 'zod';
import { author } from './authors.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { textOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, sortedBy } from './query.ts';
import { timestamp } from './timestamps.ts';

const ticketField = z
  .enum(['status', 'priority', 'assigneeId'])
  .describe('The field that changed.');
export type TicketField = z.infer<typeof ticketField>;

export class TicketHistoryEntrySchema extends named(
  'A change of the status, priority or assignee of a ticket.',
  {
    id: id('ticketChange'),
    ticketId: id('ticket'),
    field: ticketField,
    from: textOrNull('Previous value; null = none.'),
    to: textOrNull('New value; null = none.'),
    author,
    createdAt: timestamp.describe('Time of the change.'),
  },
) {}
export const ticketHistoryEntry = new TicketHistoryEntrySchema();
export type TicketHistoryEntry = z.infer<typeof ticketHistoryEntry>;

export const listTicketHistoryQuery = pageQuery
  .extend({
    field: anyOf(ticketField).optional().describe('Only changes of any of these fields.'),
    ...createdRange,
    sort: sortedBy('createdAt', '-createdAt'),
  })
  .describe('Which changes of a ticket to list.');
export type ListTicketHistoryQuery = z.infer<typeof listTicketHistoryQuery>;

export const ticketHistoryPage = page(ticketHistoryEntry).describe(
  'A page of changes of a ticket.',
);
