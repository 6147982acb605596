import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateTicketCommentBody,
  ListTicketCommentsQuery,
  TicketComment,
} from '../generated/types.ts';

/** Comments on tickets: public ones, which can be sent to the customer, and internal ones. */
export interface TicketComments {
  /**
   * Lists the comments of a ticket, the oldest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.ticketComments.list(ticketId, { visibility: ['public'] });
   */
  list(
    ticketId: string,
    query?: ListTicketCommentsQuery,
    options?: RequestOptions,
  ): PagePromise<TicketComment>;

  /**
   * Adds a comment, and with `deliver` sends it to the customer. Fails with `NotFoundError` (unknown ID),
   * `ConflictError` (the ticket is closed, or the channel cannot send now) or `UnprocessableError` (the fields
   * contradict each other, or `messages.send` would refuse the message).
   *
   *     await parley.ticketComments.create(ticketId, { body: 'On its way!', visibility: 'public', deliver: true });
   */
  create(
    ticketId: string,
    body: CreateTicketCommentBody,
    options?: RequestOptions,
  ): ParleyPromise<TicketComment>;

  /**
   * Returns one comment of a ticket. Fails with `NotFoundError` (unknown ID).
   *
   *     const { body, author } = await parley.ticketComments.get(ticketId, id);
   */
  get(ticketId: string, id: string, options?: RequestOptions): ParleyPromise<TicketComment>;
}
