import { hourMs, systemActor } from '@parley/domain';
import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { forgetLimits } from '../messages/statements/forget-limits.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import { type Condemned, tenantsToPurge } from '../tenants/statements/tenants-to-purge.ts';

export interface PurgeOptions {
  readonly system: SystemDb;
  readonly log: Logger;
  now(): Date;
  readonly newId: NewId;
  purgeTenant(ctx: TenantContext, stopping: AbortSignal): Promise<boolean>;
  readonly stopping: AbortSignal;
}

/** How long after its last turn or pause the row of a limit of an app is kept, in milliseconds. */
const limitMs = hourMs;

/**
 * Deletes the tenants whose deletion is due, and the limits of apps that nobody uses. A tenant whose deletion fails
 * does not keep the others. When `stopping` is aborted, a later run continues.
 */
export async function purgeTenants(options: PurgeOptions): Promise<void> {
  const { system, log, now, newId, purgeTenant, stopping } = options;
  const actor = systemActor;
  const at = now().toISOString();
  await system.run(forgetLimits, { beforeMs: now().getTime() - limitMs });
  let last: Condemned | undefined = { id: '', purgeAt: '' };
  while (last) {
    const due: readonly Condemned[] = await system.run(tenantsToPurge, { now: at, after: last });
    for (const { id } of due) {
      if (stopping.aborted) return;
      try {
        const ctx = { db: system.forTenant(id), actor, log, now, newId };
        if (await purgeTenant(ctx, stopping)) log.info({ tenantId: id }, 'tenant deleted');
      } catch (err) {
        if (stopping.aborted) return;
        log.error({ err, tenantId: id }, 'could not delete a tenant');
      }
    }
    last = due.at(-1);
  }
}
