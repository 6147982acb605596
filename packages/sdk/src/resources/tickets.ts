import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateTicketBody,
  ListTicketHistoryQuery,
  ListTicketsQuery,
  Ticket,
  TicketHistoryEntry,
  UpdateTicketBody,
} from '../generated/types.ts';

/** Requests of customers that users work on until they are solved. */
export interface Tickets {
  /**
   * Lists tickets, the last changed first.
   *
   *     const { data } = await parley.tickets.list({ status: ['new', 'open'], sort: '-priority' });
   */
  list(query?: ListTicketsQuery, options?: RequestOptions): PagePromise<Ticket>;

  /**
   * Creates a ticket with the next number of the tenant. Fails with `NotFoundError` (unknown ID), `ConflictError` when
   * another ticket, `details.existingId`, has the same `externalId`, or `UnprocessableError` (the user is inactive, or
   * the conversation is with another contact).
   *
   *     const { number } = await parley.tickets.create({ subject: 'The parcel is damaged', contactId: id });
   */
  create(body: CreateTicketBody, options?: RequestOptions): ParleyPromise<Ticket>;

  /**
   * Returns one ticket. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status } = await parley.tickets.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Ticket>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID), `ConflictError` (the status
   * does not allow the change, or the `externalId` is taken) or `UnprocessableError` (the assignee is inactive).
   *
   *     await parley.tickets.update(id, { status: 'solved' });
   */
  update(id: string, body: UpdateTicketBody, options?: RequestOptions): ParleyPromise<Ticket>;

  /**
   * Deletes a ticket with its history. Its number is not used again. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.tickets.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the changes of status, priority and assignee of a ticket, the oldest first. Fails with `NotFoundError`
   * (unknown ID).
   *
   *     const { data } = await parley.tickets.listHistory(id, { field: ['status'] });
   */
  listHistory(
    id: string,
    query?: ListTicketHistoryQuery,
    options?: RequestOptions,
  ): PagePromise<TicketHistoryEntry>;
}
