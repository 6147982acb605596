import type { NounFixtures } from './fixture.ts';
import { type Scene, unique } from './scene.ts';

export const tagsFixtures: NounFixtures<'tags'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { name: unique('tag') } }),
    get: onOne,
    update: async (scene) => ({ ...(await onOne(scene)), body: { description: 'Changed' } }),
    delete: onOne,
  },
  lists: {
    list: (scene) => scene.api.tags.create({ body: { name: unique('tag') } }),
  },
};

async function onOne(scene: Scene) {
  const { id } = await scene.api.tags.create({ body: { name: unique('tag') } });
  return { params: { id } };
}
