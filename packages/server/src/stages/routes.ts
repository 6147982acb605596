import { contract } from '@parley/contract';
import { implement, prepared } from '../http/implement.ts';
import { createStage, deleteStage, getStage, moveMostOfStage, updateStage } from './service.ts';

export const stagesRoutes = implement(contract.stages, {
  create: async ({ params, body }, ctx) => await createStage(ctx, params.id, body),
  get: async ({ params }, ctx) => await getStage(ctx, params),
  update: async ({ params, body }, ctx) => await updateStage(ctx, params, body),
  delete: prepared(
    async ({ params, query }, ctx) => await moveMostOfStage(ctx, params, query),
    async ({ params, query }, ctx) => await deleteStage(ctx, params, query),
  ),
});
