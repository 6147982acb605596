import { bodyOn, listOn, on, refersTo } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aChannel, aContact, aName, anInbound, unique } from './scene.ts';

const contact = refersTo('contact', aContact);

const onAContact = on(aContact);

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
    update: bodyOn(onAContact, () => ({ name: 'Ana Souza' })),
    delete: onAContact,
    optOut: bodyOn(onAContact, () => ({ scope: 'marketing' })),
    optIn: bodyOn(onAContact, () => ({ scope: 'all' })),
    listConsents: onAContact,
    block: onAContact,
    unblock: async (scene) => {
      const request = await onAContact(scene);
      await scene.api.contacts.block(request);
      return request;
    },
    archive: onAContact,
    unarchive: onAContact,
    addTags: bodyOn(onAContact, () => ({ tags: ['vip'] })),
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
    listConsents: listOn(onAContact, ({ api }, request, index) => {
      const decide = index % 2 === 0 ? api.contacts.optOut : api.contacts.optIn;
      return decide({ ...request, body: { scope: 'marketing' } });
    }),
  },
  references: { merge: { primaryId: contact, duplicateId: contact } },
};
