import { bodyOn, listOn, on } from './crud/crud-fixtures.ts';
import type { NounFixtures } from './fixture.ts';
import { aTicket } from './scene.ts';

const onATicket = on(aTicket);

export const ticketCommentsFixtures: NounFixtures<'ticketComments'> = {
  requests: {
    list: onATicket,
    create: bodyOn(onATicket, () => aBody),
    get: async (scene) => {
      const request = await onATicket(scene);
      const { id } = await scene.api.ticketComments.create({ ...request, body: aBody });
      return { params: { ...request.params, ticketCommentId: id } };
    },
  },
  lists: {
    list: listOn(onATicket, ({ api }, request) =>
      api.ticketComments.create({ ...request, body: aBody }),
    ),
  },
};

const aBody = { body: 'We send a new cup', visibility: 'public' } as const;
