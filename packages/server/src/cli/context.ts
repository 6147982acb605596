import type { Deps } from '../deps.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** A command acts within the tenant that its operator names. */
export function contextOf(deps: Deps, tenantId: string): TenantContext {
  return {
    db: deps.system.forTenant(tenantId),
    actor: { type: 'system', id: null, grantId: null },
    log: deps.log,
    now: deps.now,
    newId: deps.newId,
  };
}
