import { contactExamples } from './contacts.examples.ts';
import { conversationExamples } from './conversations.examples.ts';
import { type EventType, eventTypes } from './event-names.ts';
import type { EventEnvelope } from './events.ts';
import { at, type EventExample, exampleId, exampleIds } from './example-values.ts';
import { nounEventExamples } from './generated/event-examples.ts';
import { subjectOf } from './ids.ts';

// The examples by event type. TypeScript refuses an event type without an example.
const byType: Readonly<Record<EventType, EventExample>> = nounEventExamples;

/** One valid example of each event type. */
export const eventExamples = Object.fromEntries(
  eventTypes.map((type) => [type, envelopeOf(type, byType[type])]),
) as Readonly<Record<EventType, EventEnvelope>>;

function envelopeOf(
  type: EventType,
  { object, previous, changes, envelope }: EventExample,
): EventEnvelope {
  const kind = type.slice(0, type.indexOf('.'));
  return {
    id: exampleId('event', '9'),
    type,
    timestamp: at(50),
    apiVersion: 'v1',
    tenantId: exampleIds.tenant,
    sequence: 1042,
    subject: subjectOf(object),
    actor: { type: 'api_key', id: exampleIds.apiKey, grantId: null },
    data: {
      object,
      previous,
      changes: [...changes],
      ...(kind === 'message' ? messageContext() : {}),
    },
    test: false,
    ...envelope,
  };
}

function messageContext() {
  const { id, status, assigneeId, tags } = conversationExamples.conversation;
  const { name, phone, externalId } = contactExamples.contact;
  return {
    conversation: { id, status, assigneeId, tags },
    contact: {
      id: exampleIds.contact,
      name,
      phone,
      externalId,
      tags: contactExamples.contact.tags,
    },
  };
}
