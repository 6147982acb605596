import * as z from 'zod';
import { eventPattern, eventTypes } from './event-names.ts';
import { eventEnvelope } from './events.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, idFilter, integer, sortedBy } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestampInput } from './timestamps.ts';

export const listEventsQuery = pageQuery
  .extend({
    type: anyOf(eventPattern).optional().describe('Only events of any of these types or groups.'),
    subjectId: idFilter().optional().describe('Only events about any of these records.'),
    since: timestampInput.optional().describe('Only events at this time or later.'),
    until: timestampInput.optional().describe('Only events before this time.'),
    afterSequence: integer(z.int().min(0).max(999_999_999_999_999))
      .optional()
      .describe(
        'Only events with a higher `sequence`. Send the highest `sequence` that you have read, and you miss no event.',
      ),
    sort: sortedBy('sequence', '-sequence').describe('Order of the list; the oldest come first.'),
  })
  .describe('Which events to list.');
export type ListEventsQuery = z.infer<typeof listEventsQuery>;

export const eventPage = page(eventEnvelope).describe('A page of events.');

export const eventTypeDescription = z
  .object({
    type: z.enum(eventTypes).describe('The type.'),
    description: z.string().describe('When the event occurs.'),
    isQuiet: z
      .boolean()
      .describe(
        'True: the server records the event only for endpoints that name the type. `*` does not include it.',
      ),
    schema: z
      .record(z.string(), z.unknown())
      .describe('JSON Schema (2020-12) of an event of this type.'),
    example: eventEnvelope.describe('An example event of this type.'),
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
      'Returns the events of the last 30 days, as sent to webhook endpoints. If you cannot receive webhooks, poll with `afterSequence`: no event appears later with a lower number. `sequence` has gaps only where the events of an erased contact were, or a backup was restored.',
  },
  get: routes.get('Get an event'),
};

export const eventTypesRoutes = {
  all: {
    method: 'GET',
    path: '/event-types',
    summary: 'List event types with their JSON Schemas',
    description:
      'The response has about 0.8 MB, 35 KB in gzip. It stays the same until the server is upgraded, so read it once. The server does not compress it: a proxy in front of the server can.',
    responses: { 200: eventTypeCatalog },
    metadata: {},
  },
} as const;
