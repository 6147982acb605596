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

/** Ends the periods of deals that have left a stage or a status, and begins the next ones. */
export async function changePeriods(ctx: TenantContext, deals: readonly Deal[]): Promise<void> {
  // On Postgres, two queries for each deal took longer than all others of a batch.
  if (deals.length > 1 && ctx.db.dialect === 'postgres') return await changeTogether(ctx, deals);
  for (const deal of deals) {
    const open = { deal_id: deal.id, left_at: null };
    ctx.db.patch(dealPeriodsTable, open, { left_at: enteredAtOf(deal) });
    await beginPeriod(ctx, deal);
  }
}

async function changeTogether(ctx: TenantContext, deals: readonly Deal[]): Promise<void> {
  const ends = new Map(deals.map((deal) => [deal.id, enteredAtOf(deal)]));
  const open = await ctx.db
    .select(dealPeriodsTable)
    .whereIn('deal_id', [...ends.keys()])
    .whereNull('left_at');
  const ended = open.map((row) => ({ ...row, left_at: ends.get(row.deal_id) ?? null }));
  await ctx.db.updateTogether(
    dealPeriodsTable,
    ended.map((row) => ({ row, columns: ['left_at'] })),
  );
  const periods = deals.map((deal) => newPeriod(deal, ctx.newId('dpe')));
  await ctx.db.insertTogether(dealPeriodsTable, periods.map(dealPeriodsTable.toRow));
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
