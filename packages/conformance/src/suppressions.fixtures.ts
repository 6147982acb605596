import type { NounFixtures } from './fixture.ts';
import { aPhone, type Scene } from './scene.ts';

export const suppressionsFixtures: NounFixtures<'suppressions'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: aBody() }),
    get: onOne,
    delete: onOne,
  },
  lists: {
    list: (scene) => scene.api.suppressions.create({ body: aBody() }),
  },
};

function aBody() {
  return { channelType: 'whatsapp', address: aPhone(), scope: 'marketing' } as const;
}

async function onOne(scene: Scene) {
  return { params: { id: (await scene.api.suppressions.create({ body: aBody() })).id } };
}
