import { createLog, createNewId, type SystemDb, type TenantContext } from '../../../server.ts';

export const newId = createNewId(Date.now);
const log = createLog('silent');

/** Returns the context of a service for this tenant, with the real time and without a log. */
export function contextFor(system: SystemDb, tenantId: string): TenantContext {
  return {
    db: system.forTenant(tenantId),
    actor: { type: 'system', id: null, grantId: null },
    log,
    now: () => new Date(),
    newId,
  };
}
