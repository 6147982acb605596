import type { TenantLimitName } from '@parley/contract/schemas';
import { checkMost, type Most } from '@parley/domain';
import type { Table } from '../db/table.ts';
import type { TenantQuery } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { takeRoom } from '../tenants/limits.ts';
import { lockTenant } from '../tenants/lock.ts';

/**
 * Returns functions that limit the number of records: by `most` of their rules, and by the limit of the tenant that
 * counts them. `rows` returns the records that count.
 */
export function roomOf<Rec, Row>(
  table: Table<Rec, Row>,
  most: Most | undefined,
  rows: (ctx: TenantContext) => TenantQuery<Row>,
  limit: TenantLimitName | undefined,
) {
  return {
    /** Keeps two transactions from both creating the last record. Call it before other locks. */
    async lockRoom(ctx: TenantContext): Promise<void> {
      if (most) await lockTenant(ctx);
    },
    /** Throws SVC-LIMIT-REACHED when the limit of the tenant allows no further record. Call it before `add`. */
    async requireRoom(ctx: TenantContext): Promise<void> {
      if (limit) await takeRoom(ctx, { name: limit });
    },
    /** Throws SVC-LIMIT-REACHED when the rules allow no further record. Call it after `lockRoom`. */
    async requireFewer(ctx: TenantContext, body: object): Promise<void> {
      if (!most) return;
      const { of } = most;
      // A field of the body that the record has, too.
      const same = Object.fromEntries(Object.entries(body).filter(([field]) => field === of));
      const counted = rows(ctx).where(table.toCells(same as Partial<Rec>));
      checkMost(most, Number(await counted.count()));
    },
  };
}
