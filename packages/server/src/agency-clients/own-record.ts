import type { StoredAgencyClient } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { findAgency, findClientRecord } from '../tenancy/grants.ts';
import { tenantsTable } from '../tenants/table.ts';

/**
 * Returns the record that the agency which created the tenant of the context has of it. Undefined for a tenant that no
 * agency created, and after the agency has archived it.
 */
export async function ownClientRecord(ctx: TenantContext): Promise<StoredAgencyClient | undefined> {
  const tenant = await ctx.db.select(tenantsTable).first();
  const agency = tenant?.agency_id ? await findAgency(ctx, tenant.agency_id) : undefined;
  return agency && (await findClientRecord(agency, ctx.db.tenantId));
}
