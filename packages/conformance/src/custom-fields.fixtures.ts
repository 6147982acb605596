import type { NounFixtures } from './fixture.ts';
import { aCustomField, aKey, type Scene } from './scene.ts';

export const customFieldsFixtures: NounFixtures<'customFields'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { entity: 'contact', key: aKey(), label: 'Plan', type: 'text' } }),
    get: onOne,
    update: async (scene) => ({ ...(await onOne(scene)), body: { label: 'Changed' } }),
    delete: onOne,
  },
  lists: {
    list: (scene, index) => aCustomField(scene, { position: index % 3 }),
  },
};

async function onOne(scene: Scene) {
  return { params: { id: (await aCustomField(scene)).id } };
}
