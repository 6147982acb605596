import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  AddContactTagsBody,
  BatchContactsBody,
  ChangeConsentBody,
  Consent,
  Contact,
  ContactBatch,
  ContactTags,
  ContactUpsert,
  CreateContactBody,
  ExportContactsQuery,
  ListConsentsQuery,
  ListContactsQuery,
  MergeContactsBody,
  UpdateContactBody,
  UpsertContactBody,
} from '../generated/types.ts';

/** People that the tenant exchanges messages with. */
export interface Contacts {
  /**
   * Lists contacts, newest first.
   *
   *     for await (const contact of parley.contacts.list({ tag: 'vip' })) console.log(contact.name);
   */
  list(query?: ListContactsQuery, options?: RequestOptions): PagePromise<Contact>;

  /**
   * Returns the contacts as a CSV file, newest first. `await` holds the whole file in memory and must end within `timeoutMs`: a
   * million contacts are about 200 MB. `asResponse()` streams it.
   *
   *     const { body } = await parley.contacts.export({ tag: 'vip' }).asResponse();
   */
  export(query?: ExportContactsQuery, options?: RequestOptions): ParleyPromise<Blob>;

  /**
   * Creates a contact. Fails with `ConflictError` when phone, email or externalId belong to another contact, whose ID
   * is `details.existingId`. Fails with `NotFoundError` when there is no user with that `ownerId`, and with
   * `UnprocessableError` when that user is not active.
   *
   *     await parley.contacts.create({ name: 'Ana Souza', phone: '+5511987654321' });
   */
  create(body: CreateContactBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Updates the contact that has the `externalId`, `phone` or `email` of the body, and creates one if no contact has any of
   * them. `match` limits the fields by which the contact is looked up. Absent fields keep their values; null clears a
   * field. Concurrent calls create one contact. Fails with `ConflictError` when the fields belong to different contacts
   * (`SVC-CONTACT-AMBIGUOUS`), or when a field that is not in `match` belongs to another contact (`SVC-CONFLICT`). Fails
   * with `NotFoundError` and `UnprocessableError` as `create` does.
   *
   *     const { contact, created } = await parley.contacts.upsert({ externalId: 'customer-1042', name: 'Ana Lima' });
   */
  upsert(body: UpsertContactBody, options?: RequestOptions): ParleyPromise<ContactUpsert>;

  /**
   * Creates or updates up to 100 contacts, each like `upsert`. A contact that fails does not affect the others: look at
   * the `status` and `error` of each result.
   *
   *     const items = [{ externalId: 'customer-1', name: 'Ana' }, { externalId: 'customer-2', name: 'Bruno' }];
   *     const { results } = await parley.contacts.batch({ items });
   *     const failed = results.filter(({ status }) => status === 'error');
   */
  batch(body: BatchContactsBody, options?: RequestOptions): ParleyPromise<ContactBatch>;

  /**
   * Merges two contacts. The primary contact gets the identities, conversations, messages, deals, tickets and notes of
   * the duplicate, and its values where it has none; the duplicate no longer exists. Repeating a merge changes nothing.
   * Fails with `NotFoundError` (unknown ID), or with `UnprocessableError` when both are the same contact.
   *
   *     const contact = await parley.contacts.merge({ primaryId: id, duplicateId: contactId });
   */
  merge(body: MergeContactsBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Returns one contact. Fails with `NotFoundError` (unknown ID).
   *
   *     const { identities } = await parley.contacts.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Updates the given fields; null clears a field. `tags` replaces the list; `metadata` and `customFields` are merged
   * by key. Fails with `NotFoundError` (unknown ID), `ConflictError` (phone, email or `externalId` taken) or
   * `UnprocessableError` (the owner is not active).
   *
   *     await parley.contacts.update(id, { tags: ['vip'], metadata: { plan: 'gold' } });
   */
  update(id: string, body: UpdateContactBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Erases a contact with its conversations, messages, notes and earlier events, and the texts of its tickets and
   * deals. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;

  /**
   * Records that a contact refuses marketing messages, or all messages. The server refuses such messages with
   * `SVC-RECIPIENT-OPTED-OUT`, and queued ones become `failed`. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.optOut(id, { scope: 'marketing' });
   */
  optOut(id: string, body: ChangeConsentBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Records that a contact allows marketing messages, or all messages. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.optIn(id, { scope: 'marketing', channelType: 'whatsapp' });
   */
  optIn(id: string, body: ChangeConsentBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Lists what a contact has decided about messages, the newest decision first. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     const { data } = await parley.contacts.listConsents(id, { scope: ['marketing'] });
   */
  listConsents(
    id: string,
    query?: ListConsentsQuery,
    options?: RequestOptions,
  ): PagePromise<Consent>;

  /**
   * Blocks a contact: it gets no messages. Its own messages are still stored. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.block(id);
   */
  block(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Unblocks a contact. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.unblock(id);
   */
  unblock(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Archives a contact: lists leave it out, and everything else stays as it is. A message from the contact restores it,
   * unless it is blocked. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.archive(id);
   */
  archive(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Restores an archived contact. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.contacts.unarchive(id);
   */
  unarchive(id: string, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Adds tags to a contact. Tags that the contact has are ignored. Fails with `NotFoundError` (unknown ID), or with
   * `BadRequestError` when the contact would have more than 50 tags.
   *
   *     const { tags } = await parley.contacts.addTags(id, { tags: ['vip'] });
   */
  addTags(
    id: string,
    body: AddContactTagsBody,
    options?: RequestOptions,
  ): ParleyPromise<ContactTags>;

  /**
   * Removes a tag from a contact, whatever its case and accents. Fails with `NotFoundError` (unknown ID), also when the
   * contact does not have the tag.
   *
   *     await parley.contacts.removeTag(id, 'vip');
   */
  removeTag(id: string, name: string, options?: RequestOptions): ParleyPromise<void>;
}
