import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Tenant, TenantLimitUses, UpdateTenantBody } from '../generated/types.ts';

/** Tenant of the API key. */
export interface Tenants {
  /**
   * Returns the tenant of the API key.
   *
   *     const { name, timezone } = await parley.tenants.current();
   */
  current(options?: RequestOptions): ParleyPromise<Tenant>;

  /**
   * Updates the given fields and settings of the tenant of the API key. Fails with `UnprocessableError` when a keyword would
   * both opt out and opt in.
   *
   *     await parley.tenants.update({ settings: { optOutConfirmation: 'You get no more messages from us.' } });
   */
  update(body: UpdateTenantBody, options?: RequestOptions): ParleyPromise<Tenant>;

  /**
   * Returns the limits of the tenant of the API key and their use. A limit that is not set is null.
   *
   *     const { contacts } = await parley.tenants.limits();
   *     if (contacts) console.log(`${contacts.used} of ${contacts.max} contacts`);
   */
  limits(options?: RequestOptions): ParleyPromise<TenantLimitUses>;
}
