import type { NounFixtures } from './fixture.ts';
import { type Scene, unique } from './scene.ts';

export const cannedResponsesFixtures: NounFixtures<'cannedResponses'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: aBody() }),
    get: onOne,
    update: async (scene) => ({ ...(await onOne(scene)), body: { title: 'Changed' } }),
    delete: onOne,
  },
  lists: {
    list: {
      prepare: async (scene) => ({
        request: {},
        insert: async () => {
          await scene.api.cannedResponses.create({ body: aBody() });
        },
      }),
    },
  },
};

function aBody() {
  return { shortcut: unique('shortcut'), text: 'Hello {{contact.firstName|there}}' };
}

async function onOne(scene: Scene) {
  const { id } = await scene.api.cannedResponses.create({ body: aBody() });
  return { params: { id } };
}
