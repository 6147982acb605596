import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Contact, LinkIdentityBody } from '../generated/types.ts';

/** Addresses of contacts on the networks. `contacts.get` returns those of a contact. */
export interface Identities {
  /**
   * Links an address to a contact, and returns the contact. Fails with `NotFoundError` (unknown ID), `ConflictError`
   * (another contact has the address) or `UnprocessableError` (the text is no address of the network, or the channel is
   * missing).
   *
   *     const contact = await parley.identities.link(contactId, { channelType: 'whatsapp', address: '+5511987654321' });
   */
  link(contactId: string, body: LinkIdentityBody, options?: RequestOptions): ParleyPromise<Contact>;

  /**
   * Unlinks an address from a contact. Fails with `NotFoundError` (unknown ID), or with `ConflictError` when the
   * address has conversations.
   *
   *     await parley.identities.unlink(contactId, id);
   */
  unlink(contactId: string, id: string, options?: RequestOptions): ParleyPromise<void>;
}
