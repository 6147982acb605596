import * as z from 'zod';
import { eventPattern, eventTypes } from './event-names.ts';
import { eventEnvelope } from './events.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, idFilter, integer, sortedBy } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestampInput } from './timestamps.ts';

export const listEventsQuery = pageQuery
  .extend({
    type: anyOf(eventPattern).optional().describe('Of any of these types or groups.'),
    subjectId: idFilter().optional().describe('About any of these records.'),
    since: timestampInput.optional().describe('Happened at this time or later.'),
    until: timestampInput.optional().describe('Happened before this time.'),
    afterSequence: integer(z.int().min(0))
      .optional()
      .describe('With a higher `sequence`: nothing is missed by asking on from the last one seen.'),
    sort: sortedBy('sequence', '-sequence').describe('Order of the list; the oldest come first.'),
  })
  .describe('Which events to list.');
export type ListEventsQuery = z.infer<typeof listEventsQuery>;

export const eventPage = page(eventEnvelope).describe('A page of events.');

export const eventTypeDescription = z
  .object({
    type: z.enum(eventTypes).describe('The type.'),
    description: z.string().describe('When it happens.'),
    isQuiet: z.boolean().describe('Only recorded for endpoints that name it: `*` leaves it out.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema (2020-12) of such an event.'),
    example: eventEnvelope.describe('An event of this type.'),
  })
  .describe('A type of event.');
export type EventTypeDescription = z.infer<typeof eventTypeDescription>;

export const eventTypeCatalog = z
  .object({
    eventTypes: z.array(eventTypeDescription).describe('Every type that this server knows.'),
  })
  .describe('Every type of event.');
export type EventTypeCatalog = z.infer<typeof eventTypeCatalog>;

const routes = resourceRoutes('/events', 'event', eventEnvelope);

export const eventsRoutes = {
  list: {
    ...routes.list('List events', listEventsQuery, eventPage),
    description:
      'The log of the last 30 days, as receivers were sent them. Poll with `afterSequence` where no webhook can be received: `sequence` has no gaps, and no event appears late before one that you have seen.',
  },
  get: routes.get('Get an event'),
};

export const eventTypesRoutes = {
  all: {
    method: 'GET',
    path: '/event-types',
    summary: 'Every type of event, with its JSON Schema',
    responses: { 200: eventTypeCatalog },
    metadata: {},
  },
} as const;
