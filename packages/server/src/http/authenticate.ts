import { type ErrorDetails, ServiceError } from '@parley/contract/schemas';
import { isWellFormedKey } from '@parley/domain';
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
  /** Counts a failure; what it returns is answered instead of 401. */
  limitFailures(req: Request): ServiceError | undefined;
}

export type Authenticate = (req: Request, res: Response) => Promise<TenantContext>;

/** Answers with the context of the key's tenant; throws 401, 403 or 429, in that order. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { system, admission, log, now, newId, limitFailures } = deps;

  function refuse(req: Request, reason: Reason): ServiceError {
    return limitFailures(req) ?? new ServiceError('SVC-UNAUTHORIZED', { reason });
  }

  return async (req, res) => {
    const given = readKey(req);
    if ('reason' in given) throw refuse(req, given.reason);
    if (!isWellFormedKey(given.key)) throw refuse(req, 'malformed');
    const admitted = await admission.admit(hashKey(given.key), now());
    if (!admitted) throw refuse(req, 'invalid');
    const { key, quota } = admitted;
    if (!quota) throw refuse(req, key.revoked_at === null ? 'expired' : 'revoked');
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

const bearer = /^bearer +(\S+) *$/i;

/** Either header, or both with the same key. */
function readKey({ headers }: Request): { key: string } | { reason: Reason } {
  const { authorization } = headers;
  const plain = headers['x-api-key'];
  if (authorization === undefined || authorization === '') {
    if (typeof plain !== 'string' || plain === '') return { reason: 'missing' };
    return { key: plain };
  }
  const key = bearer.exec(authorization)?.[1];
  if (plain !== undefined && plain !== '' && plain !== key) return { reason: 'ambiguous' };
  return key === undefined ? { reason: 'malformed' } : { key };
}
