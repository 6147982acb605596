import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import { Resource } from '../core/resource.ts';
import { apiKeys as routes } from '../generated/routes.ts';
import type { ApiKey, ListApiKeysQuery } from '../generated/types.ts';

/** The keys of the tenant. They are made in the console or with `parley keys create`. */
export class ApiKeys extends Resource {
  /**
   * The keys of the tenant, without their secrets, the newest first.
   *
   *     for await (const key of parley.apiKeys.list({ status: 'active' })) console.log(key.hint);
   */
  list(query?: ListApiKeysQuery, options?: RequestOptions): PagePromise<ApiKey> {
    return this.transport.list(routes.list, { query }, options);
  }

  /**
   * The key that this client uses.
   *
   *     const { rateLimit, expiresAt } = await parley.apiKeys.current();
   */
  current(options?: RequestOptions): ParleyPromise<ApiKey> {
    return this.transport.call(routes.current, {}, options);
  }

  /**
   * Revokes a key: it is refused from the next request on. Revoking it again changes nothing.
   * Fails with `NotFoundError`.
   *
   *     await parley.apiKeys.revoke(leaked.id);
   */
  revoke(id: string, options?: RequestOptions): ParleyPromise<ApiKey> {
    return this.transport.call(routes.revoke, { params: { id } }, options);
  }
}
