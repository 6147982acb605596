import type { NounFixtures } from './fixture.ts';
import { aContact, aTicket, type Scene } from './scene.ts';

export const ticketCommentsFixtures: NounFixtures<'ticketComments'> = {
  requests: {
    list: onATicket,
    create: async (scene) => ({ ...(await onATicket(scene)), body: aBody }),
    get: async (scene) => {
      const request = await onATicket(scene);
      const { id } = await scene.api.ticketComments.create({ ...request, body: aBody });
      return { params: { ...request.params, ticketCommentId: id } };
    },
  },
  lists: {
    list: {
      prepare: async (scene) => {
        const request = await onATicket(scene);
        return {
          request,
          insert: () => scene.api.ticketComments.create({ ...request, body: aBody }),
        };
      },
    },
  },
  references: {
    create: {
      contactId: { resource: 'contact', make: async (scene) => (await aContact(scene)).id },
    },
  },
};

const aBody = { body: 'We send a new cup', visibility: 'public' } as const;

async function onATicket(scene: Scene) {
  return { params: { id: (await aTicket(scene)).id } };
}
