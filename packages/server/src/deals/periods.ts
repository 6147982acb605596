import type { Deal, DealHistoryEntry, ListDealHistoryQuery, Page } from '@parley/contract/schemas';
import {
  type DealPeriod,
  dealHistoryOf,
  dealPeriodRules,
  enteredAtOf,
  newPeriod,
} from '@parley/domain';
import { defineList } from '../crud/list.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { dealPeriodsTable } from './table.ts';

// The history of a deal: a row for each period that it spent in one stage with one status.

const readList = defineList(dealPeriodsTable, dealPeriodRules, {
  make: (period: DealPeriod) => ({ record: dealHistoryOf(period) }),
});

export async function listPeriods(
  ctx: TenantContext,
  dealId: string,
  query: ListDealHistoryQuery,
): Promise<Page<DealHistoryEntry>> {
  return await readList(ctx, { ...query, dealId: [dealId] });
}

/** Begins the period of a deal in its present stage and status. Call it in the transaction that writes the deal. */
export async function beginPeriod(ctx: TenantContext, deal: Deal): Promise<void> {
  const period = newPeriod(deal, ctx.newId('dpe'));
  await ctx.db.insert(dealPeriodsTable, dealPeriodsTable.toRow(period));
}

/** Ends the period of a deal that has left a stage or a status. */
export function endPeriod(ctx: TenantContext, deal: Deal): void {
  const open = { deal_id: deal.id, left_at: null };
  ctx.db.patch(dealPeriodsTable, open, { left_at: enteredAtOf(deal) });
}

/**
 * Returns the ID of the stage in which the deal was open before it was won or lost; undefined when it was never open.
 */
export async function lastOpenStageId(
  ctx: TenantContext,
  { id }: Deal,
): Promise<string | undefined> {
  const row = await ctx.db
    .select(dealPeriodsTable)
    .where({ deal_id: id, status: 'open' })
    .orderBy('entered_at', 'desc')
    .orderBy('id', 'desc')
    .first();
  return row?.stage_id;
}
