import type { NounFixtures } from './fixture.ts';
import { aContact, aPhone, type Scene } from './scene.ts';

export const identitiesFixtures: NounFixtures<'identities'> = {
  requests: {
    link: async (scene) => ({
      params: { id: (await aContact(scene)).id },
      body: { channelType: 'whatsapp', address: aPhone() },
    }),
    unlink: async (scene) => {
      const { id, identityId } = await aLinked(scene);
      return { params: { id, identityId } };
    },
  },
  lists: {},
};

async function aLinked(scene: Scene) {
  const { id } = await aContact(scene);
  const body = { channelType: 'whatsapp', address: aPhone() } as const;
  const { identities } = await scene.api.identities.link({ params: { id }, body });
  return { id, identityId: String(identities[0]?.id) };
}
