import type { TenantContext } from '../tenancy/context.ts';
import { tenantsTable } from './table.ts';

/** Returns whether an operator deletes the tenant, or has deleted it. */
export async function isBeingDeleted({ db }: TenantContext): Promise<boolean> {
  const tenant = await db.select(tenantsTable).first();
  return !tenant || tenant.status === 'archived';
}

/** Locks the tenant until the end of the transaction. Call it before you count records whose number is limited. */
export async function lockTenant({ db }: TenantContext): Promise<void> {
  await db.select(tenantsTable).forUpdate();
}
