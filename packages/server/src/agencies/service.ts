import type { Agency, UpdateAgencyBody } from '@parley/contract/schemas';
import { agencyOf, type ProofState, type StoredTenant } from '@parley/domain';
import { countClients } from '../agency-clients/service.ts';
import { domainsOf } from '../branding/domains.ts';
import { changeBranding } from '../branding/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { requireOwnAgency } from '../tenancy/grants.ts';
import { updateCurrentTenant } from '../tenants/service.ts';

export async function getAgency(ctx: TenantContext, tenant: StoredTenant): Promise<Agency> {
  const clients = await countClients(ctx);
  return agencyOf(tenant, { clients, domains: await domainsOf(ctx) });
}

export async function updateAgency(
  ctx: TenantContext,
  { branding, ...body }: UpdateAgencyBody,
  proofs: ReadonlyMap<string, ProofState> = new Map(),
): Promise<Agency> {
  if (branding) await changeBranding(ctx, branding, proofs);
  await updateCurrentTenant(ctx, body);
  return await getAgency(ctx, await requireOwnAgency(ctx));
}
