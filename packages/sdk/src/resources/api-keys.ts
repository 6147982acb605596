import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { ApiKey, ListApiKeysQuery } from '../generated/types.ts';

/** API keys of the tenant. The console and `parley keys create` create them; an agency can also issue some. */
export interface ApiKeys {
  /**
   * Lists the API keys of the tenant, newest first, without their secrets.
   *
   *     for await (const key of parley.apiKeys.list({ status: 'active' })) console.log(key.hint);
   */
  list(query?: ListApiKeysQuery, options?: RequestOptions): PagePromise<ApiKey>;

  /**
   * Returns the API key that this client uses.
   *
   *     const { rateLimit, expiresAt } = await parley.apiKeys.current();
   */
  current(options?: RequestOptions): ParleyPromise<ApiKey>;

  /**
   * Revokes an API key: the server refuses every later request with it. Revoking it again has no effect. Fails with
   * `NotFoundError` (unknown ID).
   *
   *     await parley.apiKeys.revoke(leaked.id);
   */
  revoke(id: string, options?: RequestOptions): ParleyPromise<ApiKey>;
}
