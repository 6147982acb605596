import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Pipeline, ServiceError } from '@parley/contract/schemas';
import { dealRules, type MoveTarget, placeOfMoved, positionStep } from '@parley/domain';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findPosition, lockBoard } from './board.ts';
import { deals } from './records.ts';
import { dealsTable } from './table.ts';

// A stage or pipeline is deleted when no deal is left in it.

const batch = 50;

/**
 * Moves all deals of a stage, so many in one transaction: a deletion of a stage with very many deals blocks no other
 * request for long. When the process is killed in between, a repeat of the request moves the rest. Returns how many.
 * With `leavesRest`, fewer deals than a transaction moves stay.
 */
export async function moveDeals(
  ctx: TenantContext,
  stageId: string,
  choose: (all: readonly Pipeline[]) => MoveTarget,
  leavesRest = false,
): Promise<number> {
  for (let total = 0; ; await nextTurn()) {
    const moved = await moveSome(ctx, stageId, choose, leavesRest);
    total += moved;
    if (moved < batch) return total;
  }
}

/** Moves deals until only those are left that came in the last pass: the transaction of the deletion moves them. */
export async function moveMost(moveAll: () => Promise<number>): Promise<void> {
  while ((await moveAll()) >= batch);
}

async function moveSome(
  ctx: TenantContext,
  stageId: string,
  choose: (all: readonly Pipeline[]) => MoveTarget,
  leavesRest: boolean,
): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    const target = choose(await lockBoard(ctx, (all) => choose(all).pipeline.id));
    const rows = await ctx.db
      .select(dealsTable)
      .where({ stage_id: stageId })
      .orderBy('position')
      .orderBy('id')
      .limit(batch)
      .forUpdate();
    if (leavesRest && rows.length < batch) return 0;
    const ends = new Map<string, number>();
    for (const row of rows) {
      const deal = dealsTable.toRecord(row);
      const place = placeOfMoved(deal, target);
      const end = ends.get(place.stage.id);
      const position =
        end === undefined
          ? await findPosition(ctx, place.stage.id, null, deal.id)
          : end + positionStep;
      ends.set(place.stage.id, position);
      const at = ctx.now().toISOString();
      await deals.save(ctx, deal, dealRules.changed(deal, { place: { ...place, position } }, at));
    }
    return rows.length;
  });
}

/** Throws SVC-IN-USE while deals are in these stages. */
export async function requireNoDeals(
  ctx: TenantContext,
  stageIds: readonly string[],
  named: { readonly resource: 'stage' | 'pipeline'; readonly id: string },
): Promise<void> {
  const count = Number(await ctx.db.select(dealsTable).whereIn('stage_id', stageIds).count());
  if (count > 0) throw new ServiceError('SVC-IN-USE', { ...named, references: { deals: count } });
}
