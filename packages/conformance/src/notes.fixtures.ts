import { bodyOn, listOn, on } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aContact, aConversationId, aDeal, type Scene } from './scene.ts';

const body = { body: 'Prefers to be called after 18:00' };
const onContact = on(aContact);
const onConversation = on(aConversationId);
const onDeal = on(aDeal);
const onOne = on(async (scene: Scene) =>
  scene.api.notes.createOnContact({ ...(await onContact(scene)), body }),
);

export const notesFixtures: NounFixtures<'notes'> = {
  requests: {
    listOfContact: onContact,
    createOnContact: bodyOn(onContact, () => body),
    listOfConversation: onConversation,
    createOnConversation: bodyOn(onConversation, () => body),
    listOfDeal: onDeal,
    createOnDeal: bodyOn(onDeal, () => body),
    get: onOne,
    update: bodyOn(onOne, () => ({ pinned: true })),
    delete: onOne,
  },
  lists: {
    listOfContact: listOn(onContact, ({ api }, on) => api.notes.createOnContact({ ...on, body })),
    listOfConversation: listOn(onConversation, ({ api }, on) =>
      api.notes.createOnConversation({ ...on, body }),
    ),
    listOfDeal: listOn(onDeal, ({ api }, on) => api.notes.createOnDeal({ ...on, body })),
  },
};
