import { type ErrorDetails, ServiceError } from '@parley/contract/schemas';
import { checkActive, readKey, refusedLink, systemActor } from '@parley/domain';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { KeyAdmission } from '../api-keys/admission.ts';
import { hashKey } from '../api-keys/format.ts';
import type { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import { tenantsTable } from '../tenants/table.ts';
import { quotaUsed, setRateLimitHeaders } from './rate-limit.ts';
import { stateOf } from './request-state.ts';

// The only code that decides the tenant of a request without a session: by the API key, or by the token of a file link.

type Reason = ErrorDetails<'SVC-UNAUTHORIZED'>['reason'];

export interface AuthenticateDeps {
  system: SystemDb;
  admission: KeyAdmission;
  log: Logger;
  now(): Date;
  newId: NewId;
  /** Counts a failed authentication. Returns the error to send instead of 401; undefined below the limit. */
  limitFailures(req: Request): Promise<ServiceError | undefined>;
  /**
   * Returns the tenant of a request with a link to a file instead of an API key: null when the link has expired or is
   * wrong, undefined without a link.
   */
  tenantOfLink(req: Request, res: Response): string | null | undefined;
}

/** Returns undefined for an endpoint that works without authentication. */
export type Authenticate = (req: Request, res: Response) => Promise<TenantContext | undefined>;

/** Creates the function that returns the context of the key's tenant. It throws 401, 403 or 429, in this order. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { system, admission, log, now, newId, limitFailures, tenantOfLink } = deps;

  /**
   * Returns the context of a request with a link to a file. Such a request has no API key and no quota, and may use
   * only the endpoint of the link.
   */
  async function byLink(tenantId: string): Promise<TenantContext> {
    const db = system.forTenant(tenantId);
    const tenant = await db.select(tenantsTable).first();
    if (tenant) checkActive(tenant.status, tenant.suspended_at);
    return { db, actor: systemActor, log, now, newId };
  }

  async function refuse(
    req: Request,
    reason: Reason,
    error: ServiceError = new ServiceError('SVC-UNAUTHORIZED', { reason }),
  ): Promise<ServiceError> {
    return (await limitFailures(req)) ?? error;
  }

  return async (req, res) => {
    const given = readKey(req.headers);
    if ('reason' in given) {
      const tenantId = given.reason === 'missing' ? tenantOfLink(req, res) : undefined;
      if (tenantId) return await byLink(tenantId);
      throw await refuse(req, given.reason, tenantId === null ? refusedLink() : undefined);
    }
    const admitted = await admission.admit(hashKey(given.key), now());
    if (!admitted) throw await refuse(req, 'invalid');
    const { key, quota } = admitted;
    const state = stateOf(res);
    state.key = { tenantId: key.tenant_id, id: key.key_id };
    if (!quota) throw await refuse(req, key.revoked_at === null ? 'expired' : 'revoked');
    setRateLimitHeaders(res, quota.rateLimit);
    checkActive(key.tenant_status, key.suspended_at, state.endpoint?.metadata);
    if (!quota.admitted) throw quotaUsed('key', quota.rateLimit, quota.retryAfterSeconds);
    return {
      db: system.forTenant(key.tenant_id),
      actor: { type: 'api_key', id: key.key_id, grantId: key.grant_id },
      keyId: key.key_id,
      isUnlimited: !key.has_limits,
      log,
      now,
      newId,
    };
  };
}
