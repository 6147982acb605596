import type { NounFixtures } from './fixture.ts';
import { aContact, type Scene, unique } from './scene.ts';

export const segmentsFixtures: NounFixtures<'segments'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: aBody() }),
    get: onOne,
    update: async (scene) => ({ ...(await onOne(scene)), body: { name: unique('changed') } }),
    delete: onOne,
    listContacts: onOne,
  },
  lists: {
    list: (scene) => scene.api.segments.create({ body: aBody() }),
    listContacts: {
      prepare: async (scene) => ({
        request: await onOne(scene),
        insert: async () => {
          await aContact(scene, { tags: ['new'] });
          await aContact(scene, { tags: ['VIP'] });
        },
      }),
    },
  },
};

function aBody() {
  return { name: unique('segment'), filter: { tag: ['vip'] } };
}

async function onOne(scene: Scene) {
  const { id } = await scene.api.segments.create({ body: aBody() });
  return { params: { id } };
}
