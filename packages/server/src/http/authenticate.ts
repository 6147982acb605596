import { type ErrorDetails, ServiceError } from '@parley/contract/schemas';
import { readKey } from '@parley/domain';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { KeyAdmission } from '../api-keys/admission.ts';
import { hashKey } from '../api-keys/format.ts';
import type { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import { keyLimited, setRateLimitHeaders } from './rate-limit.ts';

// The one place that decides the tenant: by the key, and by nothing else in the request.

type Reason = ErrorDetails<'SVC-UNAUTHORIZED'>['reason'];

export interface AuthenticateDeps {
  system: SystemDb;
  admission: KeyAdmission;
  log: Logger;
  now(): Date;
  newId: NewId;
  /** Counts a failure; its result, if any, is answered instead of 401. */
  limitFailures(req: Request): Promise<ServiceError | undefined>;
}

export type Authenticate = (req: Request, res: Response) => Promise<TenantContext>;

/** Answers with the context of the key's tenant; throws 401, 403 or 429, in that order. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { system, admission, log, now, newId, limitFailures } = deps;

  async function refuse(req: Request, reason: Reason): Promise<ServiceError> {
    return (await limitFailures(req)) ?? new ServiceError('SVC-UNAUTHORIZED', { reason });
  }

  return async (req, res) => {
    const given = readKey(req.headers);
    if ('reason' in given) throw await refuse(req, given.reason);
    const admitted = await admission.admit(hashKey(given.key), now());
    if (!admitted) throw await refuse(req, 'invalid');
    const { key, quota } = admitted;
    if (!quota) throw await refuse(req, key.revoked_at === null ? 'expired' : 'revoked');
    setRateLimitHeaders(res, quota.rateLimit);
    if (key.tenant_status === 'suspended') {
      throw new ServiceError('SVC-TENANT-SUSPENDED', { suspendedAt: key.suspended_at });
    }
    if (!quota.admitted) throw keyLimited(quota.rateLimit, quota.retryAfterSeconds);
    return {
      db: system.forTenant(key.tenant_id),
      actor: { type: 'api_key', id: key.key_id, grantId: null },
      keyId: key.key_id,
      log,
      now,
      newId,
    };
  };
}
