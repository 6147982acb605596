import type { Pipeline } from '@parley/contract/schemas';
import { positionBetween, spreadAtOnce, spreadGap } from '@parley/domain';
import { RunAgainError } from '../db/failures.ts';
import { allPipelines } from '../pipelines/records.ts';
import { pipelinesTable } from '../pipelines/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { spreadDeals } from './statements/spread-deals.ts';
import { dealsTable } from './table.ts';

/**
 * Returns all pipelines and locks one of them until the end of the transaction. Meanwhile, no stage of it is deleted,
 * and no other deal is placed in it. Lock the pipeline before its deals.
 */
export async function lockBoard(
  ctx: TenantContext,
  choose: (all: readonly Pipeline[]) => string,
): Promise<Pipeline[]> {
  const all = await readBoards(ctx);
  return await lockPipeline(ctx, all, choose(all));
}

/** Returns all pipelines. Pass them to `lockPipeline`. */
export async function readBoards(ctx: TenantContext): Promise<Pipeline[]> {
  // While the tenant is locked, no other pipeline can become the default. The tenant is locked before a pipeline.
  if (ctx.db.isRepeatedWithoutLock) await lockTenant(ctx);
  return await allPipelines(ctx);
}

/**
 * Locks a pipeline like `lockBoard`, with the pipelines that `readBoards` returned as a parameter. Sends its
 * query before the promise is returned.
 */
export async function lockPipeline(
  ctx: TenantContext,
  all: readonly Pipeline[],
  id: string,
): Promise<Pipeline[]> {
  const row = await ctx.db.select(pipelinesTable).where({ id }).forUpdate().first();
  const others = all.filter((pipeline) => pipeline.id !== id);
  if (!row) return others;
  const locked = pipelinesTable.toRecord(row);
  // The default pipeline has changed since: `all` may have no default, or two.
  if (!all.some((seen) => seen.id === id && seen.isDefault === locked.isDefault)) {
    throw new RunAgainError();
  }
  return [...others, locked];
}

/**
 * Returns a free position before the deals at `position` or above. Without such a deal, returns one at the end of the
 * stage. Call it under the lock of the board.
 */
export async function findPosition(
  ctx: TenantContext,
  stageId: string,
  position: number | null | undefined,
  ownId = '',
): Promise<number> {
  const others = () =>
    ctx.db.select(dealsTable).where({ stage_id: stageId }).where('id', '<>', ownId);
  const next =
    position == null
      ? undefined
      : await others().where('position', '>=', position).orderBy('position').first();
  const after = next?.position;
  const ahead = after === undefined ? others() : others().where('position', '<', after);
  const before = (await ahead.orderBy('position', 'desc').first())?.position;
  const found = positionBetween({ before, after });
  if (found !== undefined) return found;
  // No free number is left between the two neighbours.
  return await makeRoom(ctx, { stageId, ownId, before: before as number, from: after as number });
}

interface Room {
  readonly stageId: string;
  /** The deal that will get the free position. */
  readonly ownId: string;
  readonly before: number;
  /** The position of the first deal that moves. */
  readonly from: number;
}

/**
 * Gives the next deals positions at equal distances, and returns a free position before them. Includes more deals when
 * the positions are close together.
 */
async function makeRoom(
  ctx: TenantContext,
  { stageId, ownId, before, from }: Room,
): Promise<number> {
  for (let count = spreadAtOnce; ; count *= 4) {
    const [end] = await ctx.db
      .select(dealsTable)
      .where({ stage_id: stageId })
      .where('id', '<>', ownId)
      .where('position', '>=', from)
      .orderBy('position')
      .limit(1, count);
    const gap = spreadGap(before, end?.position, count);
    if (gap === undefined) continue;
    await ctx.db.run(spreadDeals, { stageId, ownId, from, count, first: before + 2 * gap, gap });
    return before + gap;
  }
}
