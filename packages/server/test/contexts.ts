import { pino } from 'pino';
import type { SystemDb } from '../src/db/system-db.ts';
import type { JobDemand } from '../src/jobs/statements/claim-jobs.ts';
import type { TenantContext } from '../src/tenancy/context.ts';
import { createNewId } from '../src/tenancy/new-id.ts';

export const newId = createNewId(Date.now);
export const log = pino({ level: 'silent' });

export function contextFor(system: SystemDb, tenantId: string = newId('ten')): TenantContext {
  return {
    db: system.forTenant(tenantId),
    actor: { type: 'system', id: null, grantId: null },
    log,
    now: () => new Date(),
    newId,
  };
}

/** For a claim of up to so many jobs of each kind. */
export function demandsFor(room: number, ...names: string[]): JobDemand[] {
  return names.map((name) => ({ name, room, ofTenant: room, inLane: room, held: [] }));
}
