import * as z from 'zod';
import { apiKey } from './api-keys.ts';
import { channel } from './channels.ts';
import { contact } from './contacts.ts';
import { conversation } from './conversations.ts';
import { id } from './ids.ts';
import { message } from './messages.ts';
import { timestamp } from './timestamps.ts';

/** Every event type with the record that its `data.object` is. */
export const eventObjects = {
  'message.received': message,
  'message.queued': message,
  'message.sent': message,
  'message.delivered': message,
  'message.read': message,
  'message.failed': message,
  'message.canceled': message,
  'conversation.created': conversation,
  'conversation.updated': conversation,
  'conversation.status_changed': conversation,
  'conversation.assigned': conversation,
  'conversation.read': conversation,
  'contact.created': contact,
  'contact.updated': contact,
  'contact.tags_changed': contact,
  'channel.created': channel,
  'channel.updated': channel,
  'channel.status_changed': channel,
  'channel.deleted': channel,
  'api_key.created': apiKey,
  'api_key.revoked': apiKey,
} as const;

export type EventType = keyof typeof eventObjects;
export const eventTypes = Object.keys(eventObjects) as EventType[];

/** Recorded only for receivers that name the type: `*` does not include it. */
export const quietEventTypes = ['message.queued'] as const satisfies readonly EventType[];

const actor = z
  .object({
    type: z
      .enum(['api_key', 'member', 'flow', 'broadcast', 'contact', 'system', 'agency'])
      .describe('What kind of actor.'),
    id: z.string().nullable().describe('Its id; null for the system.'),
    grantId: z.string().nullable().describe('The grant under which an agency acted.'),
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

function eventOf<Type extends EventType>(type: Type) {
  const object = eventObjects[type];
  return z.object({
    id: id('event').describe('The same on every delivery: keep it to recognise repeats.'),
    type: z.literal(type),
    timestamp: timestamp.describe('When it happened.'),
    apiVersion: z.literal('v1'),
    tenantId: id('tenant'),
    sequence: z.number().int().describe('1, 2, 3 … per tenant, in the order of commits.'),
    subject: z.object({ type: z.string(), id: z.string() }).describe('The record that changed.'),
    actor,
    data: z.object({
      object: object as (typeof eventObjects)[Type],
      previous: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe(
          'The values before, of the fields in `changes`; null when the record was made or deleted.',
        ),
      changes: z.array(z.string()).describe('The fields that changed.'),
      ...(type.startsWith('message.') ? messageContext : {}),
    }),
    test: z.boolean().describe('Sent to try out a receiver; nothing happened.'),
  });
}

/** One schema per event type. */
export const eventSchemas = Object.fromEntries(
  eventTypes.map((type) => [type, eventOf(type).describe(`The event \`${type}\`.`)]),
) as { [Type in EventType]: ReturnType<typeof eventOf<Type>> };

/** What every event has, whatever its type: readers must accept types they do not know. */
export const eventEnvelope = z
  .looseObject({
    id: id('event'),
    type: z.string().describe('What happened. New types may be added.'),
    timestamp,
    apiVersion: z.string(),
    tenantId: id('tenant'),
    sequence: z.number().int(),
    subject: z.object({ type: z.string(), id: z.string() }),
    actor,
    data: z.looseObject({
      object: z.record(z.string(), z.unknown()),
      previous: z.record(z.string(), z.unknown()).nullable(),
      changes: z.array(z.string()),
    }),
    test: z.boolean(),
  })
  .describe('What every event has.');
export type EventEnvelope = z.infer<typeof eventEnvelope>;
