import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { cannedResponses as routes } from '../generated/routes.ts';
import type {
  CannedResponse,
  CreateCannedResponseBody,
  ListCannedResponsesQuery,
  UpdateCannedResponseBody,
} from '../generated/types.ts';

/** Prepared texts that users of the tenant send often. */
export class CannedResponses extends Resource {
  /**
   * Lists canned responses, sorted by shortcut.
   *
   *     const { data } = await parley.cannedResponses.list({ q: 'hello', language: ['en'] });
   */
  list(query?: ListCannedResponsesQuery, options?: RequestOptions): PagePromise<CannedResponse> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Creates a canned response. Fails with `ConflictError` when another one, `details.existingId`, has the same
   * shortcut, ignoring case.
   *
   *     await parley.cannedResponses.create({ shortcut: 'hello', text: 'Hello {{contact.firstName|there}}!' });
   */
  create(body: CreateCannedResponseBody, options?: RequestOptions): ParleyPromise<CannedResponse> {
    return this.transport.call(routes.create, { body }, options);
  }

  /**
   * Returns one canned response. Fails with `NotFoundError`.
   *
   *     const { text } = await parley.cannedResponses.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<CannedResponse> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError` and `ConflictError` (the shortcut is
   * taken).
   *
   *     await parley.cannedResponses.update(id, { title: 'First greeting' });
   */
  update(
    id: string,
    body: UpdateCannedResponseBody,
    options?: RequestOptions,
  ): ParleyPromise<CannedResponse> {
    return this.transport.call(routes.update, { params: { id }, body }, options);
  }

  /**
   * Deletes a canned response. Fails with `NotFoundError`.
   *
   *     await parley.cannedResponses.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void> {
    return this.transport.call(routes.delete, { params: { id } }, options);
  }
}
