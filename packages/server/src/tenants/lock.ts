import type { TenantContext } from '../tenancy/context.ts';
import { tenantsTable } from './table.ts';

/** A lock until the end of the transaction: records that count towards a limit of the tenant are counted under it. */
export async function lockTenant({ db }: TenantContext): Promise<void> {
  await db.select(tenantsTable).forUpdate();
}
