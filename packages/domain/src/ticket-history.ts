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

/** Returns the query for the changes of one ticket. */
export function ofTicket<Query>(ticketId: string, query: Query): Query & { ticketId: string[] } {
  return { ...query, ticketId: [ticketId] };
}

const fields: readonly TicketField[] = ['status', 'priority', 'assigneeId'];

/** Returns the history entries for a change of a ticket. A new ticket has one, for its status. */
export function ticketChanges(
  before: Pick<Ticket, TicketField> | undefined,
  after: Ticket,
  { author, at, newId }: { author: Author; at: string; newId: () => string },
): TicketHistoryEntry[] {
  const changed = fields.filter((field) =>
    before ? before[field] !== after[field] : field === 'status',
  );
  return changed.map((field) => ({
    id: newId(),
    ticketId: after.id,
    field,
    from: before ? before[field] : null,
    to: after[field],
    author,
    createdAt: at,
  }));
}
