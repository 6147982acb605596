import type { Pipeline } from '@parley/contract';
import { bodyOn, on } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aPipeline, firstPipeline, type Scene, unique } from './scene.ts';

const onOne = on(aPipeline);

export const pipelinesFixtures: NounFixtures<'pipelines'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { name: unique('Pipeline') } }),
    get: onOne,
    update: bodyOn(onOne, () => ({ requireLostReason: true })),
    delete: onOne,
    summary: onOne,
    reorderStages: async (scene) => {
      const { id, stages } = await firstPipeline(scene);
      return { params: { id }, body: { stageIds: stages.map((stage) => stage.id).reverse() } };
    },
  },
  lists: { list: (scene, index) => aPipeline(scene, { position: index % 3 }) },
  references: { reorderStages: { stageIds: { resource: 'stage', make: aStageId } } },
};

async function aStageId(scene: Scene): Promise<string> {
  const { stages } = await firstPipeline(scene);
  return (stages[0] as Pipeline['stages'][number]).id;
}
