import { unattendedHeader } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { checkActive, checkGuest, leastRole, requireRole } from '@parley/domain';
import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import type { SessionAdmission } from '../sessions/admission.ts';
import { memberContext } from '../sessions/member-context.ts';
import type { Authenticate } from './authenticate.ts';
import type { HostCookie } from './cookies.ts';
import { quotaUsed, setRateLimitHeaders } from './rate-limit.ts';
import { stateOf } from './request-state.ts';

interface SessionDeps {
  readonly deps: Pick<Deps, 'system' | 'log' | 'now' | 'newId'>;
  readonly sessions: SessionAdmission;
  readonly cookie: HostCookie;
  /** The endpoints that work without a session, such as `POST /session`. */
  readonly entries: ReadonlySet<string>;
  limitFailures(req: Request): Promise<ServiceError | undefined>;
}

/**
 * Creates the function that returns the context of the session's member. It throws 401, 403 or 429, in the order of
 * requests with a key, and then 403 for a role that does not permit the endpoint.
 */
export function createAuthenticateSession(options: SessionDeps): Authenticate {
  const { deps, sessions, cookie, entries, limitFailures } = options;
  return async (req, res) => {
    const { endpoint } = stateOf(res);
    if (!endpoint) throw new Error('a request is matched before it is authenticated');
    const { method, template: path, metadata } = endpoint;
    if (entries.has(`${method} ${path}`)) return undefined;
    const token = cookie.read(req);
    const isUse = req.get(unattendedHeader) === undefined;
    const admitted = isUse ? sessions.admit(token) : sessions.find(token);
    const session = await admitted.catch(async (error: unknown) => {
      throw (error instanceof ServiceError && (await limitFailures(req))) || error;
    });
    const quota = sessions.count(session);
    const { rateLimit } = quota;
    setRateLimitHeaders(res, rateLimit);
    checkActive(session.tenantStatus, session.suspendedAt, metadata);
    if (!quota.admitted) throw quotaUsed('session', rateLimit, quota.retryAfterSeconds);
    const { id, accountId, role, name, tenantId, userId, grantId } = session;
    requireRole(role, leastRole({ method, path }));
    if (grantId !== null) checkGuest({ method, path });
    return memberContext(deps, {
      tenantId,
      userId,
      grantId,
      session: { id, accountId, role, name },
    });
  };
}
