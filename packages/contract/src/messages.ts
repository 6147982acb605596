import * as z from 'zod';
import { channelType } from './capabilities.ts';
import type { ErrorCode } from './errors.ts';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import {
  interactiveKind,
  messageDirection,
  messageSourceType,
  messageTag,
  messageType,
} from './message-kinds.ts';
import { messageStatus } from './message-status.ts';
import { metadata } from './metadata.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, idFilter, sortedBy, updatedRange } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { sendMessageBody } from './send-message.ts';
import { template } from './template-content.ts';
import { timestamp } from './timestamps.ts';

export class MessageErrorSchema extends named('Why a message failed.', {
  code: z.string().describe('`SVC-…` code. New codes may be added.'),
  message: z.string().describe('For people.'),
  providerCode: z.string().nullable().describe("The provider's own code."),
  providerMessage: z.string().nullable().describe("The provider's own words."),
  retryable: z.boolean().describe('Whether `POST /messages/{id}/retry` may help.'),
  reason: z
    .string()
    .nullable()
    .describe('What kind of failure it is, where the code leaves it open.'),
  scope: z.string().nullable().describe('Which limit it is, for SVC-PROVIDER-RATE-LIMITED.'),
  details: z.record(z.string(), z.unknown()).describe('More facts; depends on the code.'),
  at: timestamp.describe('When it failed.'),
}) {}
export const messageError = new MessageErrorSchema();
export type MessageError = z.infer<typeof messageError>;

export class AttachmentSchema extends named('A file of a message.', {
  id: id('attachment'),
  kind: z.string().describe('`image`, `video`, `audio`, `document` or `sticker`.'),
  mimeType: z.string().nullable().describe('Media type.'),
  filename: z.string().nullable().describe('Name of the file.'),
  sizeBytes: z.number().int().nullable().describe('Size.'),
  sha256: z.string().nullable().describe('Digest, in hex.'),
  url: z.string().nullable().describe('Where to download it, for a short time.'),
  status: z.enum(['pending', 'stored', 'failed']).describe('Whether it can be downloaded.'),
}) {}
export const attachment = new AttachmentSchema();

const nullableText = z.string().nullable();

export class MessageSchema extends named('One message, in either direction.', {
  id: id('message'),
  channelId: id('channel'),
  channelType,
  conversationId: id('conversation'),
  contactId: id('contact'),
  direction: messageDirection,
  type: messageType,
  from: z.string().describe('Address of the sender. A channel without an address shows its id.'),
  to: z
    .string()
    .describe('Address of the recipient, as used. A channel without an address shows its id.'),
  text: nullableText.describe('Body, caption or best-effort rendering of the template.'),
  template: template.nullable().describe('The template as sent.'),
  attachments: z.array(attachment).describe('Files.'),
  interactive: z
    .object({
      kind: interactiveKind,
      id: nullableText.describe('Your id of the choice.'),
      title: nullableText.describe('Its label.'),
      payload: nullableText.describe('What the button carried.'),
    })
    .nullable()
    .describe('What the customer chose.'),
  location: z
    .object({
      latitude: z.number().describe('Degrees north.'),
      longitude: z.number().describe('Degrees east.'),
      name: nullableText.describe('Name of the place.'),
      address: nullableText.describe('Address of the place.'),
    })
    .nullable()
    .describe('The place that was shared.'),
  replyTo: z
    .object({
      messageId: id('message').nullable().describe('Its id; null when it is not known here.'),
      externalId: nullableText.describe("The provider's id of it."),
    })
    .nullable()
    .describe('The message that this one answers.'),
  status: messageStatus,
  error: messageError.nullable().describe('Why it failed; null unless `status` is failed.'),
  attempts: z.number().int().describe('Times it was handed to the provider.'),
  externalId: nullableText.describe("The provider's id, once it is known."),
  source: z
    .object({ type: messageSourceType, id: nullableText.describe('Id of that record.') })
    .describe('What made the message.'),
  messageTag: messageTag.nullable(),
  metadata,
  isDeleted: z.boolean().describe('The customer deleted it.'),
  editedAt: timestamp.nullable().describe('When the customer changed it.'),
  createdAt: timestamp.describe('When it was accepted or received.'),
  sentAt: timestamp.nullable().describe('When the provider took it.'),
  deliveredAt: timestamp.nullable().describe('When it reached the recipient.'),
  readAt: timestamp.nullable().describe('When it was read.'),
  failedAt: timestamp.nullable().describe('When it failed.'),
  canceledAt: timestamp.nullable().describe('When it was canceled.'),
  updatedAt: timestamp.describe('When it last changed.'),
}) {}
export const message = new MessageSchema();
export type Message = z.infer<typeof message>;

export class MessageEventSchema extends named('One entry of the timeline of a message.', {
  type: z
    .enum([
      'queued',
      'sending',
      'sent',
      'delivered',
      'read',
      'failed',
      'canceled',
      'received',
      'retried',
    ])
    .describe('What happened.'),
  at: timestamp.describe('When it happened, by the provider’s clock where known.'),
  receivedAt: timestamp.describe('When the service learned of it.'),
  ignored: z.boolean().describe('It came too late to change the status.'),
  error: messageError.nullable().describe('Why it failed.'),
}) {}
export const messageEvent = new MessageEventSchema();
export type MessageEvent = z.infer<typeof messageEvent>;

const messageFilters = {
  direction: anyOf(messageDirection).optional().describe('Messages in any of these directions.'),
  type: anyOf(messageType).optional().describe('Messages of any of these types.'),
  status: anyOf(messageStatus).optional().describe('Messages in any of these states.'),
  ...createdRange,
};

export const listMessagesQuery = pageQuery
  .extend({
    conversationId: idFilter().optional().describe('Messages of any of these conversations.'),
    contactId: idFilter().optional().describe('Messages of any of these contacts.'),
    channelId: idFilter().optional().describe('Messages of any of these channels.'),
    channelType: anyOf(channelType).optional().describe('Messages of any of these networks.'),
    sourceType: anyOf(messageSourceType).optional().describe('Messages made by any of these.'),
    sourceId: idFilter().optional().describe('Messages made by any of these records.'),
    externalId: anyOf(z.string().min(1).max(256))
      .optional()
      .describe("Messages with any of these provider's ids."),
    ...messageFilters,
    ...updatedRange,
    sort: sortedBy('-createdAt', 'createdAt', 'updatedAt', '-updatedAt'),
  })
  .describe('Which messages to list.');
export type ListMessagesQuery = z.infer<typeof listMessagesQuery>;

export const listConversationMessagesQuery = pageQuery
  .extend({ ...messageFilters, sort: sortedBy('-createdAt', 'createdAt') })
  .describe('Which messages of a conversation to list.');
export type ListConversationMessagesQuery = z.infer<typeof listConversationMessagesQuery>;

export const messagePage = page(message).describe('A page of messages.');
export const messageEventPage = page(messageEvent).describe('A page of the timeline of a message.');

/** Error codes of every endpoint that sends a message. */
export const sendErrors = [
  'SVC-CHANNEL-UNAVAILABLE',
  'SVC-RECIPIENT-INVALID',
  'SVC-WINDOW-CLOSED',
  'SVC-TEMPLATE-PARAMS',
  'SVC-TEXT-TOO-LONG',
  'SVC-CONTENT-UNSUPPORTED',
  'SVC-RULE-VIOLATION',
] as const satisfies readonly ErrorCode[];

export const messageEvents = eventsOf(message, {
  'message.received': 'A customer wrote.',
  'message.queued': 'A message was accepted and waits to be sent.',
  'message.sent': 'The provider took a message.',
  'message.delivered': 'A message reached the recipient.',
  'message.read': 'The recipient read a message.',
  'message.failed': 'A message will not arrive; `error` says why.',
  'message.canceled': 'A queued message was canceled.',
});

const routes = resourceRoutes('/messages', 'message', message);

export const messagesRoutes = {
  send: {
    ...routes.create('Send a message', sendMessageBody, ...sendErrors),
    description:
      'Accepts the message and queues it: 202 does not mean sent. Contact and conversation are made where they are missing. Follow `status`, or the events.',
    responses: { 202: message },
  },
  list: routes.list('List messages', listMessagesQuery, messagePage),
  get: routes.get('Get a message'),
  listEvents: {
    ...routes.listOf('events', 'List the timeline of a message', pageQuery, messageEventPage),
    description:
      'Everything that happened to it, oldest first, late and contradicting reports included.',
  },
  cancel: {
    ...routes.action('cancel', 'Cancel a queued message', 'SVC-INVALID-TRANSITION'),
    description: 'Only while it is queued; afterwards it may be on its way.',
  },
  retry: {
    ...routes.action('retry', 'Send a failed message again'),
    description:
      'Only when `error.retryable`. After an unknown outcome (`reason: "unknown_outcome"`) the recipient may get it twice.',
    responses: { 202: message },
    metadata: {
      resource: 'message',
      creates: 'message',
      errors: ['SVC-INVALID-TRANSITION', 'SVC-CHANNEL-UNAVAILABLE', 'SVC-WINDOW-CLOSED'],
    },
  },
} as const;
