import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateSuppressionBody,
  ListSuppressionsQuery,
  Suppression,
} from '../generated/types.ts';

/**
 * Addresses that get no messages, or no marketing messages: every contact that has the address is opted out. A
 * suppression needs no contact.
 */
export interface Suppressions {
  /**
   * Lists suppressions, newest first. `address` limits the list to the suppressions of one address.
   *
   *     const { data } = await parley.suppressions.list({ address: '+5511987654321' });
   */
  list(query?: ListSuppressionsQuery, options?: RequestOptions): PagePromise<Suppression>;

  /**
   * Opts an address out of marketing messages, or of all messages. Contacts that have the address are opted out at
   * once, and new contacts with it from the start. Fails with `UnprocessableError` when it is no address of the
   * network.
   *
   *     await parley.suppressions.create({ channelType: 'whatsapp', address: '+5511987654321', scope: 'all' });
   */
  create(body: CreateSuppressionBody, options?: RequestOptions): ParleyPromise<Suppression>;

  /**
   * Returns one suppression. Fails with `NotFoundError` (unknown ID).
   *
   *     const { scope, decidedAt } = await parley.suppressions.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Suppression>;

  /**
   * Deletes a suppression. Contacts that have the address keep their `consent`. Fails with `NotFoundError` (unknown
   * ID).
   *
   *     await parley.suppressions.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}
