import * as z from 'zod';
import { channelType } from './capabilities.ts';
import type { ErrorCode } from './errors.ts';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import { messageDetails } from './message-details.ts';
import {
  interactiveKind,
  messageDirection,
  messageSourceType,
  messageTag,
  messageType,
  promptKind,
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
  code: z
    .string()
    .describe('`SVC-…` code. Open enum: new codes may be added; handle unknown ones.'),
  message: z.string().describe('Text for people; it may change.'),
  providerCode: z.string().nullable().describe("The provider's own code."),
  providerMessage: z.string().nullable().describe("The provider's own error text."),
  retryable: z.boolean().describe('Whether `POST /messages/{id}/retry` may succeed.'),
  reason: z.string().nullable().describe('Kind of failure, if the code has several.'),
  scope: z
    .string()
    .nullable()
    .describe('The limit that was reached, for SVC-PROVIDER-RATE-LIMITED.'),
  details: z.record(z.string(), z.unknown()).describe('More facts; the fields depend on the code.'),
  at: timestamp.describe('Time of the failure.'),
}) {}
export const messageError = new MessageErrorSchema();
export type MessageError = z.infer<typeof messageError>;

export class AttachmentSchema extends named('A file of a message.', {
  id: id('attachment'),
  kind: z.string().describe('`image`, `video`, `audio`, `document` or `sticker`.'),
  mimeType: z.string().nullable().describe('Media type.'),
  filename: z.string().nullable().describe('File name.'),
  sizeBytes: z.number().int().nullable().describe('Size in bytes.'),
  sha256: z.string().nullable().describe('SHA-256 digest in hexadecimal.'),
  url: z
    .string()
    .nullable()
    .describe('Inbound: download URL, valid for a short time. Outbound: the URL that was sent.'),
  isVoice: z.boolean().describe('Whether it is a voice message.'),
  status: z.enum(['pending', 'stored', 'failed']).describe('Whether it can be downloaded.'),
}) {}
export const attachment = new AttachmentSchema();
export type Attachment = z.infer<typeof attachment>;

const nullableText = z.string().nullable();

/** What a customer can choose from. */
const prompt = z
  .object({
    kind: promptKind,
    header: nullableText.describe('Title above the text.'),
    footer: nullableText.describe('Small print below the text.'),
    button: nullableText.describe('Label of the button that opens the list or the link.'),
    url: nullableText.describe('Address that the button opens.'),
    options: z
      .array(
        z.object({
          id: z.string().describe('Your ID of the choice.'),
          title: z.string().describe('Label.'),
          description: nullableText.describe('Text below the title.'),
          section: nullableText.describe('Title of its section.'),
        }),
      )
      .describe('Buttons, or rows of the list.'),
  })
  .nullable()
  .describe('What the message lets the customer choose from; `text` has its text.');

export class MessageSchema extends named('One message, in either direction.', {
  id: id('message'),
  channelId: id('channel'),
  channelType,
  conversationId: id('conversation'),
  contactId: id('contact'),
  direction: messageDirection,
  type: messageType,
  from: z.string().describe('Address of the sender; for a channel without an address, its ID.'),
  to: z
    .string()
    .describe(
      'Address of the recipient, as used for sending; for a channel without an address, its ID.',
    ),
  text: nullableText.describe('Body, caption or best-effort rendering of the template.'),
  template: template.nullable().describe('The template as sent.'),
  attachments: z.array(attachment).describe('Files.'),
  interactive: z
    .object({
      kind: interactiveKind,
      id: nullableText.describe('Your id of the choice.'),
      title: nullableText.describe('Its label.'),
      payload: nullableText.describe('Payload of the button.'),
    })
    .nullable()
    .describe('Choice of the customer.'),
  prompt,
  location: z
    .object({
      latitude: z.number().describe('Degrees north.'),
      longitude: z.number().describe('Degrees east.'),
      name: nullableText.describe('Name of the place.'),
      address: nullableText.describe('Address of the place.'),
    })
    .nullable()
    .describe('Shared location.'),
  reaction: z
    .object({
      emoji: nullableText.describe('The emoji; null = the reaction was removed.'),
      messageId: id('message').nullable().describe('ID of that message; null when it is unknown.'),
      externalId: nullableText.describe("The provider's ID of that message."),
    })
    .nullable()
    .describe('Reaction to a message.'),
  ...messageDetails,
  replyTo: z
    .object({
      messageId: id('message').nullable().describe('ID of that message; null when it is unknown.'),
      externalId: nullableText.describe("The provider's ID of that message."),
    })
    .nullable()
    .describe('Message that this one replies to.'),
  status: messageStatus,
  error: messageError
    .nullable()
    .describe('Reason of the failure; null unless `status` is `failed`.'),
  attempts: z.number().int().describe('Number of attempts to send it.'),
  externalId: nullableText.describe("The provider's ID, once it is known."),
  source: z
    .object({ type: messageSourceType, id: nullableText.describe('ID of that record.') })
    .describe('Origin of the message.'),
  messageTag: messageTag.nullable(),
  metadata,
  isDeleted: z.boolean().describe('Whether the customer deleted the message.'),
  editedAt: timestamp.nullable().describe('Time at which the customer edited the message.'),
  createdAt: timestamp.describe('Time at which the message was accepted or received.'),
  sentAt: timestamp.nullable().describe('Time at which the provider accepted the message.'),
  deliveredAt: timestamp.nullable().describe('Time at which the message reached the recipient.'),
  readAt: timestamp.nullable().describe('Time at which the recipient read the message.'),
  failedAt: timestamp.nullable().describe('Time of the failure.'),
  canceledAt: timestamp.nullable().describe('Time at which the message was canceled.'),
  updatedAt: timestamp.describe('Time of the last change.'),
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
    .describe('Data of the event.'),
  at: timestamp.describe('Time of the change, by the provider’s clock if known.'),
  receivedAt: timestamp.describe('Time at which the server recorded it.'),
  ignored: z.boolean().describe('Whether the report was too late to change the status.'),
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
    sourceType: anyOf(messageSourceType).optional().describe('Messages with any of these origins.'),
    sourceId: idFilter().optional().describe('Messages created by any of these records.'),
    externalId: anyOf(z.string().min(1).max(256))
      .optional()
      .describe('Messages with any of these provider IDs.'),
    q: z
      .string()
      .max(200)
      .optional()
      .describe('Text to find in the message. Case and accents are ignored.'),
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
  'message.received': 'A message from a customer was received.',
  'message.queued': 'A message was accepted and waits to be sent.',
  'message.sent': 'The provider accepted a message.',
  'message.delivered': 'A message reached the recipient.',
  'message.read': 'The recipient read a message.',
  'message.failed': 'A message will not arrive; `error` says why.',
  'message.canceled': 'A queued message was canceled.',
  'message.updated': 'A customer edited, deleted or reacted to a message.',
});

const routes = resourceRoutes('/messages', 'message', message);

export const messagesRoutes = {
  send: {
    ...routes.create('Send a message', sendMessageBody, ...sendErrors),
    description:
      'Accepts the message and queues it: 202 does not mean sent. Creates the contact and the conversation if they do not exist. Check `status` or the events for the result.',
    responses: { 202: message },
  },
  list: routes.list('List messages', listMessagesQuery, messagePage),
  get: routes.get('Get a message'),
  listEvents: {
    ...routes.listOf('events', 'List the timeline of a message', pageQuery, messageEventPage),
    description:
      'Returns everything that happened to the message, oldest first, including late and contradicting reports.',
  },
  cancel: {
    ...routes.action('cancel', 'Cancel a queued message', 'SVC-INVALID-TRANSITION'),
    description: 'Works only while the message is `queued`.',
  },
  retry: {
    ...routes.action('retry', 'Send a failed message again'),
    description:
      'Works only when `error.retryable` is true. After an unknown outcome (`reason: "unknown_outcome"`), the recipient may get the message twice. Answers `SVC-WINDOW-CLOSED` where the window does not allow a new message.',
    responses: { 202: message },
    metadata: {
      resource: 'message',
      creates: 'message',
      errors: ['SVC-INVALID-TRANSITION', 'SVC-CHANNEL-UNAVAILABLE', 'SVC-WINDOW-CLOSED'],
    },
  },
} as const;
