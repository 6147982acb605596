import type { Deps } from '../deps.ts';
import type { Session, TenantContext } from '../tenancy/context.ts';

interface Member {
  readonly tenantId: string;
  readonly userId: string;
  readonly grantId?: string | null;
  readonly session?: Session | undefined;
  readonly origin?: TenantContext['origin'];
}

/** Returns the context of a member in one tenant of its account. */
export function memberContext(
  { system, log, now, newId }: Pick<Deps, 'system' | 'log' | 'now' | 'newId'>,
  { tenantId, userId, grantId = null, session, origin }: Member,
): TenantContext {
  const actor = { type: 'member', id: userId, grantId } as const;
  return { db: system.forTenant(tenantId), actor, session, origin, log, now, newId };
}
