import type { RequestOptions } from '../core/options.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { Agency, UpdateAgencyBody } from '../generated/types.ts';

/** The agency that the API key belongs to. */
export interface Agencies {
  /**
   * Returns the agency of this API key. Fails with `PermissionError` when the tenant is no agency.
   *
   *     const { counts, limits } = await parley.agencies.current();
   */
  current(options?: RequestOptions): ParleyPromise<Agency>;

  /**
   * Updates the given fields. Fails with `PermissionError` when the tenant is no agency.
   *
   *     await parley.agencies.update({ name: 'Agência Norte' });
   */
  update(body: UpdateAgencyBody, options?: RequestOptions): ParleyPromise<Agency>;
}
