import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CannedResponse,
  CreateCannedResponseBody,
  ListCannedResponsesQuery,
  UpdateCannedResponseBody,
} from '../generated/types.ts';

/** Prepared texts that users of the tenant send often. */
export interface CannedResponses {
  /**
   * Lists canned responses, sorted by shortcut.
   *
   *     const { data } = await parley.cannedResponses.list({ q: 'hello', language: ['en'] });
   */
  list(query?: ListCannedResponsesQuery, options?: RequestOptions): PagePromise<CannedResponse>;

  /**
   * Creates a canned response. Fails with `ConflictError` when another one has the same shortcut, ignoring case:
   * `details.existingId` is its ID.
   *
   *     await parley.cannedResponses.create({ shortcut: 'hello', text: 'Hello {{contact.firstName|there}}!' });
   */
  create(body: CreateCannedResponseBody, options?: RequestOptions): ParleyPromise<CannedResponse>;

  /**
   * Returns one canned response. Fails with `NotFoundError` (unknown ID).
   *
   *     const { text } = await parley.cannedResponses.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<CannedResponse>;

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the
   * shortcut is taken).
   *
   *     await parley.cannedResponses.update(id, { title: 'First greeting' });
   */
  update(
    id: string,
    body: UpdateCannedResponseBody,
    options?: RequestOptions,
  ): ParleyPromise<CannedResponse>;

  /**
   * Deletes a canned response. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.cannedResponses.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}
