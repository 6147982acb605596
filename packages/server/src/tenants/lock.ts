import type { TenantContext } from '../tenancy/context.ts';
import { tenantsTable } from './table.ts';

/** Locks the tenant until the end of the transaction. Call it before you count records whose number is limited. */
export async function lockTenant({ db }: TenantContext): Promise<void> {
  await db.select(tenantsTable).forUpdate();
}
