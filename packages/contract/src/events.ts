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

/** What each event says, for people. */
export const eventDescriptions: Readonly<Record<EventType, string>> = {
  'message.received': 'A customer wrote.',
  'message.queued': 'A message was accepted and waits to be sent.',
  'message.sent': 'The provider took a message.',
  'message.delivered': 'A message reached the recipient.',
  'message.read': 'The recipient read a message.',
  'message.failed': 'A message will not arrive; `error` says why.',
  'message.canceled': 'A queued message was canceled.',
  'conversation.created': 'A conversation began.',
  'conversation.updated':
    'Priority, subject, tags or metadata of a conversation changed, or it was marked unread.',
  'conversation.status_changed': 'A conversation was opened, closed, snoozed or handed to a bot.',
  'conversation.assigned': 'A conversation was given to a member, or to nobody.',
  'conversation.read': 'A conversation was marked as read.',
  'contact.created': 'A contact was made, by request or by their first message.',
  'contact.updated': 'Fields of a contact changed.',
  'contact.tags_changed': 'The tags of a contact changed.',
  'channel.created': 'A channel was made.',
  'channel.updated': 'Name, address, settings or metadata of a channel changed.',
  'channel.status_changed': 'A channel became active, was disabled or failed.',
  'channel.deleted': 'A channel was deleted; its history stays.',
  'api_key.created': 'An API key was made.',
  'api_key.revoked': 'An API key was revoked.',
};

/** Recorded only for receivers that name the type: `*` does not include it. */
export const quietEventTypes = ['message.queued'] as const satisfies readonly EventType[];

export const actor = z
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

const common = {
  id: id('event').describe('The same on every delivery: keep it to recognise repeats.'),
  timestamp: timestamp.describe('When it happened.'),
  tenantId: id('tenant').describe('The tenant in which it happened.'),
  sequence: z.number().int().describe('1, 2, 3 … per tenant, in the order of commits.'),
  subject: z
    .object({
      type: z.string().describe('Kind of record, such as `message`.'),
      id: z.string().describe('Id of the record.'),
    })
    .describe('The record that changed.'),
  actor,
  test: z.boolean().describe('Sent to try out a receiver; nothing happened.'),
};
const change = {
  previous: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'The values before, of the fields in `changes`; null when the record was made or deleted.',
    ),
  changes: z.array(z.string()).describe('The fields that changed.'),
};

function eventOf<Type extends EventType>(type: Type) {
  const { id, test, ...rest } = common;
  return z
    .object({
      id,
      type: z.literal(type).describe('What happened.'),
      apiVersion: z.literal('v1').describe('The version of the records in it.'),
      ...rest,
      data: z
        .object({
          object: eventObjects[type] as (typeof eventObjects)[Type],
          ...change,
          ...(type.startsWith('message.') ? messageContext : {}),
        })
        .describe('What changed.'),
      test,
    })
    .describe(eventDescriptions[type]);
}

/** One schema per event type. */
export const eventSchemas = Object.fromEntries(eventTypes.map((type) => [type, eventOf(type)])) as {
  [Type in EventType]: ReturnType<typeof eventOf<Type>>;
};

/** What every event has, whatever its type: readers must accept types they do not know. */
export const eventEnvelope = z
  .looseObject({
    ...common,
    type: z.string().describe('What happened. New types may be added.'),
    apiVersion: z.string().describe('The version of the records in it.'),
    data: z
      .looseObject({
        object: z.record(z.string(), z.unknown()).describe('The record after the change.'),
        ...change,
      })
      .describe('What changed.'),
  })
  .describe('What every event has.');
export type EventEnvelope = z.infer<typeof eventEnvelope>;
