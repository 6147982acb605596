import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Agency, UpdateAgencyBody } from '../generated/types.ts';

/**
 * The agency that the API key belongs to. Every method fails with `PermissionDeniedError` when the tenant is no agency.
 */
export interface Agencies {
  /**
   * Returns the agency of this API key, with the number of its clients.
   *
   *     const { counts, limits } = await parley.agencies.current();
   */
  current(options?: RequestOptions): ParleyPromise<Agency>;

  /**
   * Updates the given fields of the agency, which are fields of its tenant.
   *
   *     await parley.agencies.update({ name: 'Agência Norte' });
   */
  update(body: UpdateAgencyBody, options?: RequestOptions): ParleyPromise<Agency>;
}
