import type { Ticket } from '@parley/contract';
import { bodyOn, listOn, on, refersTo } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aMoment, aTicket } from './scene.ts';

const onOne = on(aTicket);

export const ticketsFixtures: NounFixtures<'tickets'> = {
  requests: {
    list: () => ({}),
    create: () => ({ body: { subject: 'Help' } }),
    get: onOne,
    update: bodyOn(onOne, () => ({ status: 'open' })),
    delete: onOne,
    listHistory: onOne,
  },
  lists: {
    list: (scene, index) =>
      aTicket(scene, {
        priority: priorities[index % priorities.length],
        dueAt: index % 3 === 0 ? null : aMoment(),
      }),
    listHistory: listOn(onOne, ({ api }, request, index) =>
      api.tickets.update({ ...request, body: { priority: index % 2 === 0 ? 'high' : 'low' } }),
    ),
  },
  references: { create: { followUpOfId: refersTo('ticket', aTicket) } },
};

const priorities: Ticket['priority'][] = ['high', 'low', 'urgent', 'normal'];
