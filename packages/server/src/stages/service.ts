import type {
  CreateStageBody,
  MoveDealsQuery,
  Pipeline,
  Stage,
  UpdateStageBody,
} from '@parley/contract/schemas';
import {
  stageIn,
  targetForStage,
  withChangedStage,
  withNewStage,
  withoutStage,
} from '@parley/domain';
import { lockBoard } from '../deals/board.ts';
import { moveDeals, requireNoDeals } from '../deals/removal.ts';
import { pipelines } from '../pipelines/records.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';

// A stage is a part of its pipeline: each change is a change of the pipeline.

interface StagePath {
  readonly id: string;
  readonly stageId: string;
}

export async function getStage(ctx: TenantContext, { id, stageId }: StagePath): Promise<Stage> {
  return stageIn(await pipelines.get(ctx, id), stageId);
}

export async function createStage(
  ctx: TenantContext,
  pipelineId: string,
  body: CreateStageBody,
): Promise<Stage> {
  const id = ctx.newId('stg');
  const pipeline = await pipelines.change(ctx, pipelineId, (before, at) =>
    withNewStage(before, body, { id, at }),
  );
  return stageIn(pipeline, id);
}

export async function updateStage(
  ctx: TenantContext,
  { id, stageId }: StagePath,
  body: UpdateStageBody,
): Promise<Stage> {
  const pipeline = await pipelines.change(ctx, id, (before, at) =>
    withChangedStage(before, stageId, body, at),
  );
  return stageIn(pipeline, stageId);
}

/**
 * Moves most deals of a stage before it is deleted; `deleteStage` moves the rest. Moves none if there are few deals, so
 * that a refused deletion has no effect.
 */
export async function moveMostOfStage(
  ctx: TenantContext,
  path: StagePath,
  query: MoveDealsQuery,
): Promise<void> {
  await moveDealsOfStage(ctx, path, query, true);
}

async function moveDealsOfStage(
  ctx: TenantContext,
  path: StagePath,
  { moveDealsTo }: MoveDealsQuery,
  leavesRest = false,
): Promise<void> {
  if (moveDealsTo === undefined) return;
  const choose = (all: readonly Pipeline[]) => targetForStage(path, moveDealsTo, all);
  const deleted = { resource: 'stage', id: path.stageId } as const;
  await moveDeals(ctx, { deleted, stageIds: [path.stageId], choose, leavesRest });
}

/**
 * Deletes a stage and, in the same transaction, moves its remaining deals to the stage `moveDealsTo` if it is given.
 * Throws SVC-IN-USE when deals remain.
 */
export async function deleteStage(
  ctx: TenantContext,
  path: StagePath,
  query: MoveDealsQuery,
): Promise<void> {
  const { id, stageId } = path;
  await inTransaction(ctx, async (ctx) => {
    await lockBoard(ctx, () => id);
    await moveDealsOfStage(ctx, path, query);
    const before = await pipelines.take(ctx, id);
    const after = withoutStage(before, stageId, ctx.now().toISOString());
    await requireNoDeals(ctx, [stageId], { resource: 'stage', id: stageId });
    await pipelines.save(ctx, before, after);
  });
}
