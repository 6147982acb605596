import type { NounFixtures, ReferenceFixture } from './fixture.ts';
import { aChannel, aContact, aName, anInbound, type Scene, unique } from './scene.ts';

const ownerId: ReferenceFixture = {
  resource: 'user',
  make: (scene) => scene.tenant.createUser(),
};

const contact: ReferenceFixture = {
  resource: 'contact',
  make: async (scene) => (await aContact(scene)).id,
};

export const contactsFixtures: NounFixtures<'contacts'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { name: 'Ana Lima', externalId: unique('customer') } }),
    upsert: () => ({ body: { name: 'Ana Lima', externalId: unique('customer') } }),
    batch: () => ({ body: { items: [{ externalId: unique('customer') }] } }),
    merge: async (scene) => ({
      body: { primaryId: (await aContact(scene)).id, duplicateId: (await aContact(scene)).id },
    }),
    export: () => ({}),
    get: onAContact,
    update: async (scene) => ({ ...(await onAContact(scene)), body: { name: 'Ana Souza' } }),
    delete: onAContact,
    optOut: async (scene) => ({ ...(await onAContact(scene)), body: { scope: 'marketing' } }),
    optIn: async (scene) => ({ ...(await onAContact(scene)), body: { scope: 'all' } }),
    listConsents: onAContact,
    block: onAContact,
    unblock: async (scene) => {
      const request = await onAContact(scene);
      await scene.api.contacts.block(request);
      return request;
    },
    archive: onAContact,
    unarchive: onAContact,
    addTags: async (scene) => ({ ...(await onAContact(scene)), body: { tags: ['vip'] } }),
    removeTag: async (scene) => {
      const name = unique('tag');
      const { id } = await aContact(scene, { tags: [name] });
      return { params: { id, name } };
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
    listConsents: {
      prepare: async (scene) => {
        const request = await onAContact(scene);
        const decide = [scene.api.contacts.optOut, scene.api.contacts.optIn] as const;
        return {
          request,
          insert: (index) =>
            (decide[index % 2] ?? decide[0])({ ...request, body: { scope: 'marketing' } }),
        };
      },
    },
  },
  references: {
    create: { ownerId },
    upsert: { ownerId },
    update: { ownerId },
    merge: { primaryId: contact, duplicateId: contact },
  },
};

async function onAContact(scene: Scene) {
  return { params: { id: (await aContact(scene)).id } };
}
