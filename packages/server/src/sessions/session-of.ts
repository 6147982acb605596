import { ServiceError } from '@parley/contract/schemas';
import type { Session, TenantContext } from '../tenancy/context.ts';

/**
 * Returns the session of a request to an endpoint that only the console has. Throws SVC-SESSION-REQUIRED for a request
 * without one.
 */
export function sessionOf({ session }: TenantContext): Session {
  if (!session) throw new ServiceError('SVC-SESSION-REQUIRED', {});
  return session;
}
