import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { tenants as routes } from '../generated/routes.ts';
import type { Tenant } from '../generated/types.ts';

/** Tenant of the API key. */
export class Tenants extends Resource {
  /**
   * Returns the tenant of the API key.
   *
   *     const { name, timezone } = await parley.tenants.current();
   */
  current(options?: RequestOptions): ParleyPromise<Tenant> {
    return this.transport.call(routes.current, {}, options);
  }
}
