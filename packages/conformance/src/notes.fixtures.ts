import type { NounFixtures } from './fixture.ts';
import { aContact, aConversation, aDeal, type Scene } from './scene.ts';

const makers = { Contact: aContact, Conversation: aConversation, Deal: aDeal } as const;
type Kind = keyof typeof makers;
const body = { body: 'Prefers to be called after 18:00' };

export const notesFixtures: NounFixtures<'notes'> = {
  requests: {
    listOfContact: onA('Contact'),
    createOnContact: async (scene) => ({ ...(await onA('Contact')(scene)), body }),
    listOfConversation: onA('Conversation'),
    createOnConversation: async (scene) => ({ ...(await onA('Conversation')(scene)), body }),
    listOfDeal: onA('Deal'),
    createOnDeal: async (scene) => ({ ...(await onA('Deal')(scene)), body }),
    get: onOne,
    update: async (scene) => ({ ...(await onOne(scene)), body: { pinned: true } }),
    delete: onOne,
  },
  lists: {
    listOfContact: { prepare: (scene) => aList(scene, 'Contact') },
    listOfConversation: { prepare: (scene) => aList(scene, 'Conversation') },
    listOfDeal: { prepare: (scene) => aList(scene, 'Deal') },
  },
};

function onA(kind: Kind) {
  return async (scene: Scene) => ({ params: { id: (await makers[kind](scene)).id } });
}

async function onOne(scene: Scene) {
  const { id } = await scene.api.notes.createOnContact({ ...(await onA('Contact')(scene)), body });
  return { params: { id } };
}

async function aList(scene: Scene, kind: Kind) {
  const request = await onA(kind)(scene);
  return { request, insert: () => scene.api.notes[`createOn${kind}`]({ ...request, body }) };
}
