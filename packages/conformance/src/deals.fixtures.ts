import { bodyOn, on, refersTo } from './crud/crud-fixtures.ts';
import type { NounFixtures, ReferenceFixture } from './fixture.ts';
import { aDeal, firstPipeline } from './scene.ts';

const own: Record<'stageId' | 'pipelineId', ReferenceFixture> = {
  pipelineId: refersTo('pipeline', firstPipeline),
  stageId: {
    resource: 'stage',
    make: async (scene) => (await firstPipeline(scene)).stages[1]?.id ?? '',
  },
};

const onOne = on(aDeal);

export const dealsFixtures: NounFixtures<'deals'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { title: 'Catering' } }),
    get: onOne,
    update: bodyOn(onOne, () => ({ status: 'won' })),
    delete: onOne,
    listHistory: onOne,
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const { stages } = await firstPipeline(scene);
        const stageId = stages[0]?.id ?? '';
        return {
          request: { query: { stageId } },
          insert: (index) => {
            const isKnown = index % 3 !== 0;
            return aDeal(scene, {
              stageId,
              ...(isKnown && {
                value: (index % 4) * 1.5,
                expectedCloseDate: `2026-12-0${1 + (index % 5)}`,
              }),
              ...(index % 2 === 0 && { position: 0 }),
            });
          },
        };
      },
    },
    listHistory: {
      prepare: async (scene) => {
        const { stages } = await firstPipeline(scene);
        const { id } = await aDeal(scene);
        return {
          request: { params: { id } },
          insert: (index) => {
            const body = { stageId: stages[1 + (index % 2)]?.id ?? '' };
            return scene.api.deals.update({ params: { id }, body });
          },
        };
      },
    },
  },
  references: { create: own, update: own },
};
