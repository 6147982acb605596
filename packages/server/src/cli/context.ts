import { systemActor } from '@parley/domain';
import type { Deps } from '../deps.ts';
import type { TenantContext } from '../tenancy/context.ts';

/** Returns the context of a command: it acts in the tenant that the operator names. */
export function contextOf(deps: Deps, tenantId: string): TenantContext {
  return {
    db: deps.system.forTenant(tenantId),
    actor: systemActor,
    log: deps.log,
    now: deps.now,
    newId: deps.newId,
  };
}
