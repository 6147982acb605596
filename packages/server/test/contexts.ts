import { pino } from 'pino';
import type { SystemDb } from '../src/db/system-db.ts';
import { leasedJob } from '../src/jobs/leased-job.ts';
import type { Job } from '../src/jobs/queue.ts';
import type { ClaimedJob, JobDemand } from '../src/jobs/statements/claim-jobs.ts';
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

/** Returns a claimed job as its handler gets it, with a lease that does not end. Throws when none was claimed. */
export function jobOf<Payload = never>(
  row: ClaimedJob | undefined,
  leaseToken: string,
): Job<Payload> {
  if (!row) throw new Error('no job was claimed');
  // The payload has the type that its handler expects.
  return leasedJob(row, { leaseToken, leaseEndsAt: Infinity }) as Job<Payload>;
}
