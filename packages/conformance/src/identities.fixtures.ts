import { refersTo } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aChannel, aContact, aPhone, type Scene } from './scene.ts';

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
  references: {
    link: {
      channelId: refersTo('channel', aChannel),
    },
  },
};

async function aLinked(scene: Scene) {
  const { id } = await aContact(scene);
  const body = { channelType: 'whatsapp', address: aPhone() } as const;
  const { identities } = await scene.api.identities.link({ params: { id }, body });
  return { id, identityId: String(identities[0]?.id) };
}
