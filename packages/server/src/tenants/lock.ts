import type { TenantContext } from '../tenancy/context.ts';
import { tenantsTable } from './table.ts';

/** Locks the tenant until the end of the transaction. Use it when you count records that the tenant has a limit of. */
export async function lockTenant({ db }: TenantContext): Promise<void> {
  await db.select(tenantsTable).forUpdate();
}
