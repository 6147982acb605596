import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { CreateTagBody, ListTagsQuery, Tag, UpdateTagBody } from '../generated/types.ts';

/** The tags of contacts, conversations, deals, tickets, knowledge sources, FAQs and canned responses. */
export interface Tags {
  /**
   * Lists tags, sorted by name, each with the number of records that have it.
   *
   *     for await (const { name, contactCount } of parley.tags.list()) console.log(name, contactCount);
   */
  list(query?: ListTagsQuery, options?: RequestOptions): PagePromise<Tag>;

  /**
   * Creates a tag; a record that is written with an unknown tag creates it as well. Fails with `ConflictError` when
   * there is a tag with the same name, ignoring case and accents: `details.existingId` is its ID.
   *
   *     await parley.tags.create({ name: 'vip', color: '#1f883d' });
   */
  create(body: CreateTagBody, options?: RequestOptions): ParleyPromise<Tag>;

  /**
   * Returns one tag. Fails with `NotFoundError` (unknown ID).
   *
   *     const { contactCount } = await parley.tags.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Tag>;

  /**
   * Updates the given fields; null clears a field. A new name replaces the earlier one in all records. Beyond 500
   * records, the tag is `renaming` until the server has changed the rest. Fails with `NotFoundError` (unknown ID) or
   * `ConflictError` (the name is taken, or the tag is not `active`).
   *
   *     const { status } = await parley.tags.update(id, { name: 'VIP customer' });
   */
  update(id: string, body: UpdateTagBody, options?: RequestOptions): ParleyPromise<Tag>;

  /**
   * Deletes a tag and removes it from all records. Beyond 500 records, the tag is `deleting` until the server has
   * changed the rest. Fails with `NotFoundError` (unknown ID) or `ConflictError` (the tag is `renaming`).
   *
   *     await parley.tags.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}
