import type { Pipeline } from '@parley/contract/schemas';
import { pipelineRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { pipelinesTable } from './table.ts';

export const pipelines = defineRecords(pipelinesTable, pipelineRules, {
  async saved(ctx, after, before) {
    if (after.isDefault && !before.isDefault) await replaceDefault(ctx, after.id);
  },
});

/** Returns all pipelines of the tenant, archived ones included. Their number is limited. */
export async function allPipelines({ db }: TenantContext): Promise<Pipeline[]> {
  return (await db.select(pipelinesTable)).map(pipelinesTable.toRecord);
}

/** Makes the other pipelines of the tenant non-default. Call it under the lock of the tenant. */
export async function replaceDefault(ctx: TenantContext, id: string): Promise<void> {
  for (const pipeline of await allPipelines(ctx)) {
    if (!pipeline.isDefault || pipeline.id === id) continue;
    const before = await pipelines.take(ctx, pipeline.id);
    await pipelines.save(ctx, before, { ...before, isDefault: false });
  }
}
