import type {
  CreateDealBody,
  Deal,
  DealHistoryEntry,
  ListDealHistoryQuery,
  ListDealsQuery,
  Page,
  UpdateDealBody,
} from '@parley/contract/schemas';
import {
  checkDealOrder,
  isMove,
  keptPosition,
  notFound,
  placeAfter,
  placeOfNew,
} from '@parley/domain';
import { withCheckedValues } from '../custom-fields/values.ts';
import { RunAgainError } from '../db/failures.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { findPosition, lockBoard } from './board.ts';
import { beginPeriod, lastOpenStageId, listPeriods } from './periods.ts';
import { deals, promoteContact } from './records.ts';

export async function listDeals(ctx: TenantContext, query: ListDealsQuery): Promise<Page<Deal>> {
  checkDealOrder(query);
  return await deals.list(ctx, query);
}

export async function createDeal(ctx: TenantContext, given: CreateDealBody): Promise<Deal> {
  return await inTransaction(ctx, async (ctx) => {
    const body = await withCheckedValues(ctx, 'deal', given, { isNew: true });
    const board = await lockBoard(ctx, (all) => placeOfNew(body, all).pipeline.id);
    const target = placeOfNew(body, board);
    const known = body.currency ?? target.pipeline.currency;
    const currency = known ?? (await getCurrentTenant(ctx)).defaultCurrency;
    const position = await findPosition(ctx, target.stage.id, body.position);
    const deal = await deals.create(ctx, { ...body, currency, place: { ...target, position } });
    beginPeriod(ctx, deal);
    await promoteContact(ctx, deal);
    return deal;
  });
}

export async function updateDeal(
  ctx: TenantContext,
  id: string,
  given: UpdateDealBody,
): Promise<Deal> {
  return await inTransaction(ctx, async (ctx) => {
    const body = await withCheckedValues(ctx, 'deal', given, { isNew: false });
    if (!isMove(body)) return await deals.update(ctx, id, body);
    const known = await deals.get(ctx, id);
    const board = await lockBoard(ctx, () => body.pipelineId ?? known.pipelineId);
    const before = await deals.take(ctx, id);
    // Another request has moved it meanwhile: the locked pipeline is not its own.
    if (before.pipelineId !== known.pipelineId) throw new RunAgainError();
    const isReopened = body.status === 'open' && before.status !== 'open';
    const lastOpen = isReopened ? await lastOpenStageId(ctx, before) : undefined;
    const target = placeAfter(before, body, board, lastOpen);
    const stageId = target.stage.id;
    const position =
      keptPosition(before, body, stageId) ?? (await findPosition(ctx, stageId, body.position, id));
    return await deals.update(ctx, id, { ...body, place: { ...target, position } });
  });
}

export async function listDealHistory(
  ctx: TenantContext,
  id: string,
  query: ListDealHistoryQuery,
): Promise<Page<DealHistoryEntry>> {
  const page = await listPeriods(ctx, id, query);
  // In this order, a deal that is deleted meanwhile is not found, instead of having no history.
  if (!(await deals.find(ctx, id))) throw notFound('deal', id);
  return page;
}
