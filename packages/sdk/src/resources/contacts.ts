import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { contacts as routes } from '../generated/routes.ts';
import type {
  ChangeConsentBody,
  Contact,
  CreateContactBody,
  ListContactsQuery,
  UpdateContactBody,
} from '../generated/types.ts';

/** People that the tenant exchanges messages with. */
export class Contacts extends Resource {
  /**
   * Lists contacts, newest first.
   *
   *     for await (const contact of parley.contacts.list({ tag: 'vip' })) console.log(contact.name);
   */
  list(query?: ListContactsQuery, options?: RequestOptions): PagePromise<Contact> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * Creates a contact. Fails with `ConflictError` when phone, email or externalId belong to another contact, whose ID is
   * `details.existingId`. Fails with `NotFoundError` when there is no user with that `ownerId`, and with
   * `UnprocessableError` when that user is not active.
   *
   *     await parley.contacts.create({ name: 'Ana Souza', phone: '+5511987654321' });
   */
  create(body: CreateContactBody, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.create, { body }, options);
  }

  /**
   * Returns one contact. Fails with `NotFoundError`.
   *
   *     const { identities } = await parley.contacts.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.get, { params: { id } }, options);
  }

  /**
   * Updates the given fields; null clears a field. Fails with `NotFoundError`, `ConflictError` (phone, email or
   * `externalId` taken) and `UnprocessableError` (the owner is not active).
   *
   *     await parley.contacts.update(id, { tags: ['vip'], metadata: { plan: 'gold' } });
   */
  update(id: string, body: UpdateContactBody, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.update, { params: { id }, body }, options);
  }

  /**
   * Records that a contact refuses marketing messages, or all messages. The server refuses such messages
   * with `SVC-RECIPIENT-OPTED-OUT`, and queued ones become `failed`. Fails with `NotFoundError`.
   *
   *     await parley.contacts.optOut(id, { scope: 'marketing' });
   */
  optOut(id: string, body: ChangeConsentBody, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.optOut, { params: { id }, body }, options);
  }

  /**
   * Records that a contact allows marketing messages, or all messages. Fails with `NotFoundError`.
   *
   *     await parley.contacts.optIn(id, { scope: 'marketing', channelType: 'whatsapp' });
   */
  optIn(id: string, body: ChangeConsentBody, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.optIn, { params: { id }, body }, options);
  }

  /**
   * Blocks a contact: it gets no messages. Its own messages are still stored. Fails with `NotFoundError`.
   *
   *     await parley.contacts.block(id);
   */
  block(id: string, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.block, { params: { id } }, options);
  }

  /**
   * Unblocks a contact. Fails with `NotFoundError`.
   *
   *     await parley.contacts.unblock(id);
   */
  unblock(id: string, options?: RequestOptions): ParleyPromise<Contact> {
    return this.transport.call(routes.unblock, { params: { id } }, options);
  }
}
