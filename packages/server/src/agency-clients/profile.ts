import type { Tenant } from '@parley/contract/schemas';
import { differences, profileOf } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { agenciesOf, findClientRecord } from '../tenancy/grants.ts';
import { agencyClientsTable } from './table.ts';

/**
 * Copies the profile of a tenant into the records that its agencies have of it. With these copies, agencies can list
 * and search their clients. Records no event.
 */
export async function copyProfile(ctx: TenantContext, tenant: Tenant): Promise<void> {
  for (const agency of await agenciesOf(ctx, tenant)) {
    const before = await findClientRecord(agency, tenant.id);
    if (!before || !differences(profileOf(before), profileOf(tenant))) continue;
    const after = { ...before, ...profileOf(tenant), updatedAt: agency.now().toISOString() };
    const patch = agencyClientsTable.toPatch(before, after);
    await agency.db.update(agencyClientsTable, { id: before.id }, patch);
  }
}
