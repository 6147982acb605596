import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  AgencyGrant,
  CreateAgencyGrantBody,
  ListAgencyGrantsQuery,
} from '../generated/types.ts';

/**
 * The grants that this tenant gives to agencies. For the grants that an agency has, see `agencyClients`. Creating or
 * revoking a grant with an API key that an agency issued fails with `PermissionDeniedError`.
 */
export interface AgencyGrants {
  /**
   * Lists the grants that this tenant has given, newest first.
   *
   *     for await (const { agencyId } of parley.agencyGrants.list({ status: 'active' })) console.log(agencyId);
   */
  list(query?: ListAgencyGrantsQuery, options?: RequestOptions): PagePromise<AgencyGrant>;

  /**
   * Gives an agency a grant. Fails with `NotFoundError` (no agency has this ID) or `ConflictError` (the agency has an
   * active grant). Also fails with `UnprocessableError` (too many grants, or an expiry time in the past).
   *
   *     await parley.agencyGrants.create({ agencyId, permissions: ['keys'] });
   */
  create(body: CreateAgencyGrantBody, options?: RequestOptions): ParleyPromise<AgencyGrant>;

  /**
   * Returns one grant. Fails with `NotFoundError` (unknown ID).
   *
   *     const { status } = await parley.agencyGrants.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<AgencyGrant>;

  /**
   * Revokes a grant: the server refuses every later request with an API key that was issued under it. Revoking it again
   * has no effect. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.agencyGrants.revoke(id);
   */
  revoke(id: string, options?: RequestOptions): ParleyPromise<void>;
}
