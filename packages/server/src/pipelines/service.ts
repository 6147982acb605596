import type {
  CreatePipelineBody,
  MoveDealsQuery,
  Pipeline,
  PipelineSummary,
  UpdatePipelineBody,
} from '@parley/contract/schemas';
import {
  checkDeletable,
  checkPipelineLimit,
  pipelineSummaryOf,
  targetForPipeline,
} from '@parley/domain';
import { moveDeals, requireNoDeals } from '../deals/removal.ts';
import { readSums } from '../deals/sums.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { allPipelines, pipelines, replaceDefault } from './records.ts';

export async function createPipeline(
  ctx: TenantContext,
  body: CreatePipelineBody,
): Promise<Pipeline> {
  return await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    const others = await allPipelines(ctx);
    checkPipelineLimit(others.length);
    const newStageId = () => ctx.newId('stg');
    const pipeline = pipelines.initial(ctx, { ...body, others, newStageId });
    if (pipeline.isDefault) await replaceDefault(ctx, pipeline.id);
    return await pipelines.add(ctx, pipeline);
  });
}

export async function updatePipeline(
  ctx: TenantContext,
  id: string,
  body: UpdatePipelineBody,
): Promise<Pipeline> {
  return await inTransaction(ctx, async (ctx) => {
    // Without the lock, two pipelines that become the default at the same time would not see each other.
    if (body.isDefault) await lockTenant(ctx);
    return await pipelines.update(ctx, id, body);
  });
}

/**
 * Moves most deals of a pipeline before it is deleted; `deletePipeline` moves the rest. Moves none if there are few
 * deals, so that a refused deletion has no effect.
 */
export async function moveMostOfPipeline(
  ctx: TenantContext,
  id: string,
  query: MoveDealsQuery,
): Promise<void> {
  await moveDealsOfPipeline(ctx, await pipelines.get(ctx, id), query, true);
}

async function moveDealsOfPipeline(
  ctx: TenantContext,
  { id, stages }: Pipeline,
  { moveDealsTo }: MoveDealsQuery,
  leavesRest = false,
): Promise<void> {
  if (moveDealsTo === undefined) return;
  const choose = (all: readonly Pipeline[]) => targetForPipeline(id, moveDealsTo, all);
  // Deals have an index by their stage, and none by their pipeline.
  const stageIds = stages.map((stage) => stage.id);
  await moveDeals(ctx, { deleted: { resource: 'pipeline', id }, stageIds, choose, leavesRest });
}

/**
 * Deletes a pipeline and, in the same transaction, moves its remaining deals to the stage `moveDealsTo` if it is given.
 * Throws SVC-RULE-VIOLATION for the default pipeline, and SVC-IN-USE when deals remain.
 */
export async function deletePipeline(
  ctx: TenantContext,
  id: string,
  query: MoveDealsQuery,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const pipeline = await pipelines.take(ctx, id);
    checkDeletable(pipeline);
    await moveDealsOfPipeline(ctx, pipeline, query);
    const stageIds = pipeline.stages.map((stage) => stage.id);
    await requireNoDeals(ctx, stageIds, { resource: 'pipeline', id });
    await pipelines.remove(ctx, id);
  });
}

export async function summarize(ctx: TenantContext, id: string): Promise<PipelineSummary> {
  return pipelineSummaryOf(await pipelines.get(ctx, id), await readSums(ctx, id));
}
