import type { NounFixtures, ReferenceFixture } from './fixture.ts';
import { aChannel, aContact, aName, anInbound, type Scene, unique } from './scene.ts';

const ownerId: ReferenceFixture = {
  resource: 'user',
  make: (scene) => scene.tenant.createUser(),
};

export const contactsFixtures: NounFixtures<'contacts'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { name: 'Ana Lima', externalId: unique('customer') } }),
    get: onAContact,
    update: async (scene) => ({ ...(await onAContact(scene)), body: { name: 'Ana Souza' } }),
    optOut: async (scene) => ({ ...(await onAContact(scene)), body: { scope: 'marketing' } }),
    optIn: async (scene) => ({ ...(await onAContact(scene)), body: { scope: 'all' } }),
    block: onAContact,
    unblock: async (scene) => {
      const request = await onAContact(scene);
      await scene.api.contacts.block(request);
      return request;
    },
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const channel = await aChannel(scene);
        return {
          request: {},
          insert: async (index) => {
            // Contacts created by an inbound message have a name and a time of the last activity; every third contact
            // has neither.
            if (index % 3 === 0) await aContact(scene);
            else await anInbound(scene, channel.id, { profileName: aName(index) });
          },
        };
      },
    },
  },
  references: {
    create: { ownerId },
    update: { ownerId },
  },
};

async function onAContact(scene: Scene) {
  return { params: { id: (await aContact(scene)).id } };
}
