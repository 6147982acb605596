import {
  describeEventTypes,
  type EventEnvelope,
  type eventsRoutes,
  type eventTypesRoutes,
} from '@parley/contract';
import { isWithin, matchesAny, notFound } from '@parley/domain';
import type { WebhookEvent } from './event-types.ts';
import { paginate } from './pages.ts';
import type { Fakes } from './types.ts';
import { keptEvents } from './webhook-queue.ts';

export const events: Fakes<typeof eventsRoutes> = {
  list: ({ query }, store) => {
    const found = keptEvents(store).filter(
      (event) =>
        (query.type === undefined || matchesAny(query.type, event.type)) &&
        (query.subjectId?.includes(event.subject.id ?? '') ?? true) &&
        isWithin(event.timestamp, { after: query.since, before: query.until }) &&
        event.sequence > (query.afterSequence ?? 0),
    );
    const page = paginate(found, {
      list: 'events',
      tenantId: store.tenant.id,
      query,
      key: (event) => event.sequence,
      id: (event) => event.id,
    });
    return { ...page, data: page.data.map(toEnvelope) };
  },
  get: ({ params }, store) => {
    const event = keptEvents(store).find(({ id }) => id === params.id);
    if (!event) throw notFound('event', params.id);
    return toEnvelope(event);
  },
};

export const eventTypes: Fakes<typeof eventTypesRoutes> = {
  all: () => describeEventTypes(),
};

/** Returns the event itself, with the type that all event types share. */
function toEnvelope(event: WebhookEvent): EventEnvelope {
  return event as unknown as EventEnvelope;
}
