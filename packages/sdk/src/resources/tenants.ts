import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { tenants as routes } from '../generated/routes.ts';
import type { Tenant } from '../generated/types.ts';

/** The tenant that the key belongs to. */
export class Tenants extends Resource {
  /**
   * The tenant of this key.
   *
   *     const { name, timezone } = await parley.tenants.current();
   */
  current(options?: RequestOptions): ParleyPromise<Tenant> {
    return this.transport.call(routes.current, {}, options);
  }
}
