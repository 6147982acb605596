import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  Contact,
  CreateSegmentBody,
  ListSegmentContactsQuery,
  ListSegmentsQuery,
  Segment,
  UpdateSegmentBody,
} from '../generated/types.ts';

/** Named filters of contacts. */
export interface Segments {
  /**
   * Lists segments, sorted by name.
   *
   *     for await (const { id, name } of parley.segments.list()) console.log(id, name);
   */
  list(query?: ListSegmentsQuery, options?: RequestOptions): PagePromise<Segment>;

  /**
   * Creates a segment. `filter` has the filters of `contacts.list`. Fails with `ConflictError` when another segment has
   * the same name, ignoring case: `details.existingId` is its ID.
   *
   *     await parley.segments.create({ name: 'VIP customers', filter: { tag: ['vip'], lifecycle: ['customer'] } });
   */
  create(body: CreateSegmentBody, options?: RequestOptions): ParleyPromise<Segment>;

  /**
   * Returns one segment. Fails with `NotFoundError` (unknown ID).
   *
   *     const { filter } = await parley.segments.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Segment>;

  /**
   * Updates the given fields; `filter` replaces the whole filter. Fails with `NotFoundError` (unknown ID) or
   * `ConflictError` (the name is taken).
   *
   *     await parley.segments.update(id, { filter: { tag: ['vip', 'wholesale'] } });
   */
  update(id: string, body: UpdateSegmentBody, options?: RequestOptions): ParleyPromise<Segment>;

  /**
   * Deletes a segment. Its contacts stay as they are. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.segments.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Lists the contacts that pass the filter of a segment, newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     for await (const contact of parley.segments.listContacts(id)) console.log(contact.name);
   */
  listContacts(
    id: string,
    query?: ListSegmentContactsQuery,
    options?: RequestOptions,
  ): PagePromise<Contact>;
}
