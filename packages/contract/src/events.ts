import * as z from 'zod';
import { contact } from './contacts.ts';
import { conversation } from './conversations.ts';
import { type EventType, eventDescriptions, eventTypes } from './event-names.ts';
import { nounEvents } from './generated/events.ts';
import { id } from './ids.ts';
import { textOrNull } from './nullable.ts';
import { timestamp } from './timestamps.ts';

/** The schema of `data.object`, the record, for every event type. */
export const eventObjects = Object.fromEntries(
  eventTypes.map((type) => [type, nounEvents[type].object]),
) as { readonly [Type in EventType]: (typeof nounEvents)[Type]['object'] };

export const actor = z
  .object({
    type: z
      .enum(['api_key', 'member', 'flow', 'broadcast', 'contact', 'system', 'agency', 'client'])
      .describe(
        'Kind of actor. `agency`: an agency that acted on this tenant, its client; `client`: a client that acted on this tenant, its agency.',
      ),
    id: textOrNull(
      'ID of the actor; null for the system. For an agency or a client, the ID of its tenant.',
    ),
    grantId: textOrNull(
      'ID of the grant with which an agency acted: itself, by an API key that it issued, or by its member in the console. Null otherwise.',
    ),
  })
  .describe('Who made the change.');
export type Actor = z.infer<typeof actor>;

const messageContext = {
  conversation: conversation
    .pick({ id: true, status: true, assigneeId: true, tags: true })
    .describe('The conversation of the message.'),
  contact: contact
    .pick({ id: true, name: true, phone: true, externalId: true, tags: true })
    .describe('The customer.'),
};

/** Additional fields of `data` in events about messages, so that receivers need no further request. */
export type MessageContext = {
  [Part in keyof typeof messageContext]: z.infer<(typeof messageContext)[Part]>;
};

const common = {
  id: id('event').describe(
    'ID of the event, the same on every delivery. Store it to recognize repeats.',
  ),
  timestamp: timestamp.describe('Time of the event.'),
  tenantId: id('tenant').describe('ID of the tenant.'),
  sequence: z
    .int()
    .describe(
      'Number of the event: 1, 2, 3 … per tenant, in the order of commits. Only an erasure of a contact or a restored backup leaves gaps.',
    ),
  subject: z
    .object({
      type: z
        .string()
        .describe('Kind of record, which follows from the prefix of the ID, such as `message`.'),
      id: z.string().describe('ID of the record.'),
    })
    .describe('The record that changed.'),
  actor,
  test: z.boolean().describe('True: a test event, without any change of a record.'),
};
const change = {
  previous: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'Previous values of the changed fields; null when the record was created or deleted.',
    ),
  changes: z.array(z.string()).describe('The fields that changed.'),
};

const truncated = z
  .literal(true)
  .optional()
  .describe(
    'True if texts, lists or fields were cut to keep the event under 256 kB. Absent otherwise.',
  );

function envelopeOf<Type extends EventType, Data extends z.ZodRawShape>(type: Type, data: Data) {
  const { id, test, ...rest } = common;
  return z
    .object({
      id,
      type: z.literal(type).describe('Type of the event.'),
      apiVersion: z.literal('v1').describe('API version of the records in the event.'),
      ...rest,
      data: z
        .object(data)
        .describe('The change: the record after the change, and the previous values.'),
      test,
    })
    .describe(eventDescriptions[type]);
}

function eventOf<Type extends EventType>(type: Type) {
  return envelopeOf(type, { object: objectOf(type), ...change, truncated });
}

function messageEventOf<Type extends MessageEventType>(type: Type) {
  return envelopeOf(type, { object: objectOf(type), ...change, truncated, ...messageContext });
}

// Without this cast, TypeScript would return the union of all record schemas.
function objectOf<Type extends EventType>(type: Type) {
  return eventObjects[type] as (typeof eventObjects)[Type];
}

/** The event types about messages, whose events also have the conversation and the contact. */
export type MessageEventType = Extract<EventType, `message.${string}`>;

function isOfMessage(type: EventType): type is MessageEventType {
  return type.startsWith('message.');
}

/** The schema of every event type. */
export const eventSchemas = Object.fromEntries(
  eventTypes.map((type) => [type, isOfMessage(type) ? messageEventOf(type) : eventOf(type)]),
) as {
  [Type in EventType]: Type extends MessageEventType
    ? ReturnType<typeof messageEventOf<Type>>
    : ReturnType<typeof eventOf<Type>>;
};

/** The schema of the fields that every event has. Receivers must accept types that they do not know. */
export const eventEnvelope = z
  .looseObject({
    ...common,
    type: z
      .string()
      .describe('Type of the event. Open enum: new types may be added; handle unknown ones.'),
    apiVersion: z.string().describe('API version of the records in the event.'),
    data: z
      .looseObject({
        object: z.record(z.string(), z.unknown()).describe('The record after the change.'),
        ...change,
        truncated,
      })
      .describe('The change: the record after the change, and the previous values.'),
  })
  .describe('The fields of every event.');
export type EventEnvelope = z.infer<typeof eventEnvelope>;
