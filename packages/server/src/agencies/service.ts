import type { Agency, Tenant, UpdateAgencyBody } from '@parley/contract/schemas';
import { agencyOf } from '@parley/domain';
import { countClients } from '../agency-clients/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { updateCurrentTenant } from '../tenants/service.ts';

export async function getAgency(ctx: TenantContext, tenant: Tenant): Promise<Agency> {
  return agencyOf(tenant, await countClients(ctx));
}

export async function updateAgency(ctx: TenantContext, body: UpdateAgencyBody): Promise<Agency> {
  return await getAgency(ctx, await updateCurrentTenant(ctx, body));
}
