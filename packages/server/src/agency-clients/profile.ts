import type { Tenant } from '@parley/contract/schemas';
import { differences, profileOf } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { agenciesOf } from '../tenancy/grants.ts';
import { agencyClientsTable } from './table.ts';

/**
 * Copies the profile of a tenant into the records that its agencies have of it. With these copies, agencies can list
 * and search their clients. Records no event.
 */
export async function copyProfile(ctx: TenantContext, tenant: Tenant): Promise<void> {
  for (const { db, now } of await agenciesOf(ctx, tenant)) {
    const row = await db.select(agencyClientsTable).where({ client_tenant_id: tenant.id }).first();
    if (!row) continue;
    const before = agencyClientsTable.toRecord(row);
    if (!differences(profileOf(before), profileOf(tenant))) continue;
    const after = { ...before, ...profileOf(tenant), updatedAt: now().toISOString() };
    const patch = agencyClientsTable.toPatch(before, after);
    await db.update(agencyClientsTable, { id: row.id }, patch);
  }
}
