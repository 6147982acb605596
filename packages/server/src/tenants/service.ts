import type { Tenant } from '@parley/contract/schemas';
import { newTenant, notFound } from '@parley/domain';
import { toFlag } from '../db/columns.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { tenantsTable } from './table.ts';

export async function getCurrentTenant({ db }: TenantContext): Promise<Tenant> {
  const row = await db.select(tenantsTable).first();
  if (!row) throw notFound('tenant', db.tenantId);
  return tenantsTable.toRecord(row);
}

/** A lock until the end of the transaction: records that count towards a limit of the tenant are counted under it. */
export async function lockTenant({ db }: TenantContext): Promise<void> {
  await db.select(tenantsTable).forUpdate();
}

/** Creates the tenant that the context is already bound to. */
export async function createTenant(
  { db, now }: TenantContext,
  { name, demo = false }: { name: string; demo?: boolean },
): Promise<Tenant> {
  const tenant = newTenant({ id: db.tenantId, at: now().toISOString() }, name);
  const own = { demo: toFlag(demo), updated_at: tenant.createdAt };
  await db.insert(tenantsTable, { ...tenantsTable.toRow(tenant), ...own });
  return tenant;
}

/** From the next request, its keys are answered 403. */
export async function suspendTenant({ db, now }: TenantContext): Promise<void> {
  const at = now().toISOString();
  await db.update(tenantsTable, {}, { status: 'suspended', suspended_at: at, updated_at: at });
}
