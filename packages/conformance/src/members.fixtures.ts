import type { NounFixtures } from './fixture.ts';
import { aName } from './scene.ts';

export const membersFixtures: NounFixtures<'members'> = {
  requests: {
    list: () => ({}),
    get: async ({ tenant }) => ({ params: { id: await tenant.createUser() } }),
  },
  lists: { list: ({ tenant }, index) => tenant.createUser(aName(index)) },
};
