import { contract } from '@parley/contract';
import { describeEventTypes } from '@parley/contract/schemas';
import { implement } from '../http/implement.ts';
import { getEvent, listEvents } from './log.ts';

export const eventsRoutes = implement(contract.events, {
  list: async ({ query }, ctx) => await listEvents(ctx, query),
  get: async ({ params }, ctx) => await getEvent(ctx, params.id),
});

export const eventTypesRoutes = implement(contract.eventTypes, {
  all: async () => describeEventTypes(),
});
