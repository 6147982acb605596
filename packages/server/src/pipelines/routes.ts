import { contract } from '@parley/contract';
import { withOrder } from '@parley/domain';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { pipelines } from './records.ts';
import {
  createPipeline,
  deletePipeline,
  moveMostOfPipeline,
  summarize,
  updatePipeline,
} from './service.ts';

export const pipelinesRoutes = implement(contract.pipelines, {
  ...crud(pipelines),
  create: async ({ body }, ctx) => await createPipeline(ctx, body),
  update: async ({ params, body }, ctx) => await updatePipeline(ctx, params.id, body),
  delete: prepared(
    async ({ params, query }, ctx) => await moveMostOfPipeline(ctx, params.id, query),
    async ({ params, query }, ctx) => await deletePipeline(ctx, params.id, query),
  ),
  summary: async ({ params }, ctx) => await summarize(ctx, params.id),
  reorderStages: async ({ params, body }, ctx) =>
    await pipelines.change(ctx, params.id, (before, at) => withOrder(before, body.stageIds, at)),
});
