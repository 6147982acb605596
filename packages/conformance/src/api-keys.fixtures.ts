import type { NounFixtures } from './fixture.ts';

export const apiKeysFixtures: NounFixtures<'apiKeys'> = {
  requests: {
    list: () => ({}),
    current: () => ({}),
    revoke: async (scene) => ({ params: { id: (await scene.tenant.createKey()).id } }),
  },
  lists: {
    list: (scene) => scene.tenant.createKey(),
  },
};
