import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateSuppressionBody,
  ListSuppressionsQuery,
  Suppression,
} from '../generated/types.ts';

/** Addresses that refuse messages, whether or not a contact has them. */
export interface Suppressions {
  /**
   * Lists suppressions, the newest first. `address` finds those of one address.
   *
   *     const { data } = await parley.suppressions.list({ address: '+5511987654321' });
   */
  list(query?: ListSuppressionsQuery, options?: RequestOptions): PagePromise<Suppression>;

  /**
   * Records that an address refuses marketing messages, or all messages. Contacts that have the address refuse them at
   * once, later ones from the start. Fails with `UnprocessableError` when it is no address of the network.
   *
   *     await parley.suppressions.create({ channelType: 'whatsapp', address: '+5511987654321', scope: 'all' });
   */
  create(body: CreateSuppressionBody, options?: RequestOptions): ParleyPromise<Suppression>;

  /**
   * Returns one suppression. Fails with `NotFoundError`.
   *
   *     const { scope, decidedAt } = await parley.suppressions.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Suppression>;

  /**
   * Deletes a suppression. Contacts that have the address keep their `consent`. Fails with `NotFoundError`.
   *
   *     await parley.suppressions.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}
