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
   * Updates the given fields of the agency and of its branding. Fails with `NotFoundError` (the logo), `ConflictError`
   * (another agency has the domain) or `UnprocessableError` (the file cannot be a logo, or DNS has no record for the
   * domain).
   *
   *     await parley.agencies.update({ branding: { productName: 'Norte Desk', primaryColor: '#1f883d' } });
   */
  update(body: UpdateAgencyBody, options?: RequestOptions): ParleyPromise<Agency>;
}
