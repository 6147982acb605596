import { bodyOn } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aPipeline, type Scene, unique } from './scene.ts';

export const stagesFixtures: NounFixtures<'stages'> = {
  requests: {
    create: async (scene) => ({
      params: { id: (await aPipeline(scene)).id },
      body: { name: unique('Stage') },
    }),
    get: onOne,
    update: bodyOn(onOne, () => ({ probability: 30 })),
    delete: onOne,
  },
  lists: {},
};

async function onOne(scene: Scene) {
  const { id, stages } = await aPipeline(scene);
  return { params: { id, stageId: stages[1]?.id ?? '' } };
}
