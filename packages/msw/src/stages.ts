import type { stagesRoutes } from '@parley/contract';
import {
  stageIn,
  targetForStage,
  withChangedStage,
  withNewStage,
  withoutStage,
} from '@parley/domain';
import { moveDeals, requireNoDeals } from './deal-moves.ts';
import { pipelineRecords } from './pipeline-records.ts';
import type { Fakes } from './types.ts';

const { change } = pipelineRecords;

export const stages: Fakes<typeof stagesRoutes> = {
  create: ({ params, body }, store) => {
    const id = store.newId('stage');
    const pipeline = change(store, params.id, (before, at) =>
      withNewStage(before, body, { id, at }),
    );
    return { ...stageIn(pipeline, id) };
  },
  get: ({ params }, store) => ({
    ...stageIn(pipelineRecords.get(store, params.id), params.stageId),
  }),
  update: ({ params: { id, stageId }, body }, store) => {
    const pipeline = change(store, id, (before, at) => withChangedStage(before, stageId, body, at));
    return { ...stageIn(pipeline, stageId) };
  },
  delete: ({ params, query: { moveDealsTo } }, store) => {
    const { id, stageId } = params;
    pipelineRecords.get(store, id);
    if (moveDealsTo !== undefined) {
      moveDeals(store, stageId, (all) => targetForStage(params, moveDealsTo, all));
    }
    change(store, id, (before, at) => {
      const after = withoutStage(before, stageId, at);
      requireNoDeals(store, { stageId }, { resource: 'stage', id: stageId });
      return after;
    });
  },
};
