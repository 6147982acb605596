import type { Ticket } from '@parley/contract';
import type { NounFixtures } from './fixture.ts';
import { aContact, aConversation, aMoment, aTicket, type Scene } from './scene.ts';

const aUser = { resource: 'user', make: (scene: Scene) => scene.tenant.createUser() };

export const ticketsFixtures: NounFixtures<'tickets'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { subject: 'Help' } }),
    get: onOne,
    update: async (scene) => ({ ...(await onOne(scene)), body: { status: 'open' } }),
    delete: onOne,
    listHistory: onOne,
  },
  lists: {
    list: (scene, index) =>
      aTicket(scene, {
        priority: priorities[index % priorities.length],
        dueAt: index % 3 === 0 ? null : aMoment(),
      }),
    listHistory: {
      prepare: async (scene) => {
        const request = await onOne(scene);
        return {
          request,
          insert: (index) =>
            scene.api.tickets.update({
              ...request,
              body: { priority: index % 2 === 0 ? 'high' : 'low' },
            }),
        };
      },
    },
  },
  references: {
    create: {
      assigneeId: aUser,
      contactId: { resource: 'contact', make: async (scene) => (await aContact(scene)).id },
      conversationId: {
        resource: 'conversation',
        make: async (scene) => (await aConversation(scene)).id,
      },
      followUpOfId: { resource: 'ticket', make: async (scene) => (await aTicket(scene)).id },
    },
    update: { assigneeId: aUser },
  },
};

const priorities: Ticket['priority'][] = ['high', 'low', 'urgent', 'normal'];

async function onOne(scene: Scene) {
  return { params: { id: (await aTicket(scene)).id } };
}
