import { eventExamples } from './event-examples.ts';
import type { EventTypeDescription } from './event-log.ts';
import { eventDescriptions } from './event-names.ts';
import { onePage } from './example-values.ts';

const eventTypeDescription: EventTypeDescription = {
  type: 'conversation.read',
  description: eventDescriptions['conversation.read'],
  isQuiet: false,
  schema: { type: 'object' },
  example: eventExamples['conversation.read'],
};

export const eventLogExamples = {
  actor: eventExamples['api_key.revoked'].actor,
  eventEnvelope: eventExamples['conversation.status_changed'],
  eventPage: onePage(eventExamples['conversation.status_changed']),
  listEventsQuery: { type: ['message.*'], afterSequence: 1041 },
  eventPattern: 'message.*',
  eventTypeDescription,
  eventTypeCatalog: { eventTypes: [eventTypeDescription] },
} as const;
