import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Deal, type Pipeline, ServiceError } from '@parley/contract/schemas';
import {
  checkNoDeals,
  dealRules,
  type MoveTarget,
  placeOfMoved,
  positionStep,
} from '@parley/domain';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findPosition, lockBoard } from './board.ts';
import { deals } from './records.ts';
import { dealsTable } from './table.ts';

// A stage or pipeline can only be deleted when it has no deals.

const batch = 50;

/** The stage or the pipeline that is deleted. */
interface Deleted {
  readonly resource: 'stage' | 'pipeline';
  readonly id: string;
}

interface Moving {
  readonly deleted: Deleted;
  readonly stageIds: readonly string[];
  choose(all: readonly Pipeline[]): MoveTarget;
  /**
   * Whether to leave the last deals, if they fit into one transaction. The transaction of the deletion then moves them.
   */
  readonly leavesRest?: boolean;
}

/**
 * Moves all deals of the deleted stages, in transactions of a limited number of deals that block other requests only
 * briefly. If the process is killed, a repeat of the request moves the rest. Throws SVC-IN-USE when other requests move
 * deals into these stages at the same time: two deletions could move the same deals back and forth without end.
 */
export async function moveDeals(ctx: TenantContext, moving: Moving): Promise<void> {
  let most = (await countDeals(ctx, moving.stageIds)) + batch;
  for (let from = 0; ; await nextTurn()) {
    const moved = await moveSome(ctx, moving, from);
    most -= moved.count;
    if (most < 0) return await refuseRefilled(ctx, moving);
    if (moved.count === batch) {
      from = moved.from;
      continue;
    }
    if (from === 0) return;
    // Deals may have been placed in the earlier stages since.
    from = 0;
  }
}

/**
 * Moves some deals of the stages, from the stage with index `from` on. Returns how many, and the index of the last
 * stage that it reached.
 */
async function moveSome(
  ctx: TenantContext,
  { stageIds, choose, leavesRest = false }: Moving,
  from: number,
): Promise<{ readonly count: number; readonly from: number }> {
  return await inTransaction(ctx, async (ctx) => {
    const target = choose(await lockBoard(ctx, (all) => choose(all).pipeline.id));
    const found: Deal[] = [];
    let last = from;
    for (; last < stageIds.length; last += 1) {
      found.push(...(await firstOf(ctx, stageIds[last] ?? '', batch - found.length)));
      if (found.length === batch) break;
    }
    if (leavesRest && found.length < batch) return { count: 0, from: last };
    const ends = new Map<string, number>();
    const moved: { before: Deal; wanted: Deal }[] = [];
    const at = ctx.now().toISOString();
    for (const deal of found) {
      const place = placeOfMoved(deal, target);
      const end = ends.get(place.stage.id);
      const position =
        end === undefined
          ? await findPosition(ctx, place.stage.id, null, deal.id)
          : end + positionStep;
      ends.set(place.stage.id, position);
      const wanted = dealRules.changed(deal, { place: { ...place, position } }, at);
      moved.push({ before: deal, wanted });
    }
    await deals.saveTogether(ctx, moved);
    return { count: found.length, from: last };
  });
}

async function firstOf(ctx: TenantContext, stageId: string, count: number): Promise<Deal[]> {
  const rows = await ctx.db
    .select(dealsTable)
    .where({ stage_id: stageId })
    .orderBy('position')
    .orderBy('id')
    .limit(count)
    .forUpdate();
  return rows.map((row) => dealsTable.toRecord(row));
}

async function refuseRefilled(ctx: TenantContext, { deleted, stageIds }: Moving): Promise<void> {
  const references = { deals: await countDeals(ctx, stageIds) };
  const message = `Other requests moved deals into the \`${deleted.resource}\` while this request moved them out. Send it again.`;
  throw new ServiceError('SVC-IN-USE', { ...deleted, references }, { message });
}

/** Throws SVC-IN-USE while one of these stages has deals. */
export async function requireNoDeals(
  ctx: TenantContext,
  stageIds: readonly string[],
  deleted: Deleted,
): Promise<void> {
  checkNoDeals(deleted, await countDeals(ctx, stageIds));
}

async function countDeals(ctx: TenantContext, stageIds: readonly string[]): Promise<number> {
  return Number(await ctx.db.select(dealsTable).whereIn('stage_id', stageIds).count());
}
