import {
  type CreatePipelineBody,
  createPipelineBody,
  examples,
  type Pipeline,
  type pipelinesRoutes,
} from '@parley/contract';
import {
  checkDeletable,
  checkPipelineLimit,
  pipelineSummaryOf,
  targetForPipeline,
  withOrder,
} from '@parley/domain';
import { moveDeals, requireNoDeals, sumsOf } from './deal-moves.ts';
import { fakeCrud } from './fake-records.ts';
import { pipelineRecords, replaceDefault } from './pipeline-records.ts';
import { seedsOf } from './seeds-of.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

const { all, get, initial, add, change } = pipelineRecords;
const records = { ...pipelineRecords, create: createPipeline };

export const pipelines: Fakes<typeof pipelinesRoutes> = {
  ...fakeCrud(records),
  delete: ({ params: { id }, query: { moveDealsTo } }, store) => {
    const pipeline = get(store, id);
    checkDeletable(pipeline);
    if (moveDealsTo !== undefined) {
      for (const stage of pipeline.stages) {
        moveDeals(store, stage.id, (all) => targetForPipeline(id, moveDealsTo, all));
      }
    }
    requireNoDeals(store, { pipelineId: id }, { resource: 'pipeline', id });
    pipelineRecords.remove(store, id);
  },
  summary: ({ params }, store) => {
    const pipeline = get(store, params.id);
    return pipelineSummaryOf(pipeline, sumsOf(store, pipeline));
  },
  reorderStages: ({ params, body }, store) =>
    change(store, params.id, (before, at) => withOrder(before, body.stageIds, at)),
};

export const pipelineSeeds = seedsOf(createPipelineBody, records, (number) => ({
  ...examples.createPipelineBody,
  name: `Pipeline ${number}`,
}));

export function createPipeline(store: Store, body: CreatePipelineBody): Pipeline {
  const others = [...all(store).values()];
  checkPipelineLimit(others.length);
  const newStageId = () => store.newId('stage');
  const pipeline = initial(store, { ...body, others, newStageId });
  if (pipeline.isDefault) replaceDefault(store, pipeline.id);
  return add(store, pipeline);
}
