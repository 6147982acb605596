import type {
  Author,
  ListTicketHistoryQuery,
  Ticket,
  TicketField,
  TicketHistoryEntry,
} from '@parley/contract/schemas';
import { anyOf, type Filters } from './filters.ts';

interface ListQuery extends ListTicketHistoryQuery {
  ticketId: string[];
}

export const ticketChangeFilters: Filters<TicketHistoryEntry, ListQuery> = {
  ticketId: anyOf('ticketId'),
  field: anyOf('field'),
};

const fields: readonly TicketField[] = ['status', 'priority', 'assigneeId'];

/** Returns the history entries for a change of a ticket. A new ticket has one for its status, and one for its assignee. */
export function ticketChanges(
  before: Pick<Ticket, TicketField> | undefined,
  after: Ticket,
  { author, at, newId }: { author: Author; at: string; newId: () => string },
): TicketHistoryEntry[] {
  const from = before ?? { status: null, priority: after.priority, assigneeId: null };
  const changed = fields.filter((field) => from[field] !== after[field]);
  return changed.map((field) => ({
    id: newId(),
    ticketId: after.id,
    field,
    from: from[field],
    to: after[field],
    author,
    createdAt: at,
  }));
}
