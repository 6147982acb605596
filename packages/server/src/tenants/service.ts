import { ServiceError, type Tenant } from '@parley/contract/schemas';
import type { TenantContext } from '../tenancy/context.ts';
import { findTenant, insertTenant, updateTenantStatus } from './repository.ts';

export async function getCurrentTenant(ctx: TenantContext): Promise<Tenant> {
  const tenant = await findTenant(ctx.db);
  if (!tenant) throw new ServiceError('SVC-NOT-FOUND', { resource: 'tenant', id: ctx.db.tenantId });
  return tenant;
}

/** Makes the tenant that the context is already bound to. */
export async function createTenant(
  ctx: TenantContext,
  input: { name: string; demo?: boolean },
): Promise<Tenant> {
  const tenant: Tenant = {
    id: ctx.db.tenantId,
    name: input.name,
    kind: 'standard',
    status: 'active',
    timezone: 'UTC',
    locale: 'en',
    defaultCurrency: 'USD',
    agencyId: null,
    createdAt: ctx.now().toISOString(),
  };
  await insertTenant(ctx.db, tenant, input.demo ?? false);
  return tenant;
}

/** Its keys are answered 403 from the next request on. */
export async function suspendTenant(ctx: TenantContext): Promise<void> {
  await updateTenantStatus(ctx.db, 'suspended', ctx.now().toISOString());
}
