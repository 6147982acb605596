import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import type { NewId } from '../tenancy/new-id.ts';
import { tenantsToPurge } from '../tenants/statements/tenants-to-purge.ts';

interface PurgeOptions {
  readonly system: SystemDb;
  readonly log: Logger;
  now(): Date;
  readonly newId: NewId;
  deleteTenant(ctx: TenantContext): Promise<void>;
}

/** Deletes the tenants that are to be deleted by now. */
export async function purgeTenants(options: PurgeOptions): Promise<void> {
  const { system, log, now, newId, deleteTenant } = options;
  const actor = { type: 'system', id: null, grantId: null } as const;
  for (const { id } of await system.run(tenantsToPurge, { now: now().toISOString() })) {
    await deleteTenant({ db: system.forTenant(id), actor, log, now, newId });
    log.info({ tenantId: id }, 'archived client deleted');
  }
}
