import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idParams } from './ids.ts';
import {
  interactiveKind,
  messageDirection,
  messageSourceType,
  messageTag,
  messageType,
} from './message-kinds.ts';
import { messageStatus } from './message-status.ts';
import { metadata } from './metadata.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, idFilter, updatedRange } from './query.ts';
import { bodyErrors, listErrors, postErrors, routeMetadata } from './routes.ts';
import { sendMessageBody } from './send-message.ts';
import { template } from './template-content.ts';
import { timestamp } from './timestamps.ts';

const _messageError = z
  .object({
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
  })
  .describe('Why a message failed.');
type MessageErrorShape = typeof _messageError;
export interface MessageErrorSchema extends MessageErrorShape {}
export const messageError: MessageErrorSchema = _messageError;
export type MessageError = z.infer<typeof messageError>;

const _attachment = z
  .object({
    id: id('attachment'),
    kind: z.string().describe('`image`, `video`, `audio`, `document` or `sticker`.'),
    mimeType: z.string().nullable().describe('Media type.'),
    filename: z.string().nullable().describe('Name of the file.'),
    sizeBytes: z.number().int().nullable().describe('Size.'),
    sha256: z.string().nullable().describe('Digest, in hex.'),
    url: z.string().nullable().describe('Where to download it, for a short time.'),
    status: z.enum(['pending', 'stored', 'failed']).describe('Whether it can be downloaded.'),
  })
  .describe('A file of a message.');
type AttachmentShape = typeof _attachment;
export interface AttachmentSchema extends AttachmentShape {}
export const attachment: AttachmentSchema = _attachment;

const nullableText = z.string().nullable();

const _message = z
  .object({
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
  })
  .describe('One message, in either direction.');
type MessageShape = typeof _message;
export interface MessageSchema extends MessageShape {}
export const message: MessageSchema = _message;
export type Message = z.infer<typeof message>;

const _messageEvent = z
  .object({
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
  })
  .describe('One entry of the timeline of a message.');
type MessageEventShape = typeof _messageEvent;
export interface MessageEventSchema extends MessageEventShape {}
export const messageEvent: MessageEventSchema = _messageEvent;
export type MessageEvent = z.infer<typeof messageEvent>;

const messageSort = z
  .enum(['-createdAt', 'createdAt'])
  .default('-createdAt')
  .describe('Order of the list.');
const messageFilters = {
  direction: anyOf(messageDirection).optional().describe('Messages in any of these directions.'),
  type: anyOf(messageType).optional().describe('Messages of any of these types.'),
  status: anyOf(messageStatus).optional().describe('Messages in any of these states.'),
  ...createdRange,
};

const _listMessagesQuery = pageQuery
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
    sort: z
      .enum(['-createdAt', 'createdAt', 'updatedAt', '-updatedAt'])
      .default('-createdAt')
      .describe('Order of the list.'),
  })
  .describe('Which messages to list.');
type ListMessagesQueryShape = typeof _listMessagesQuery;
export interface ListMessagesQuerySchema extends ListMessagesQueryShape {}
export const listMessagesQuery: ListMessagesQuerySchema = _listMessagesQuery;
export type ListMessagesQuery = z.infer<typeof listMessagesQuery>;

const _listConversationMessagesQuery = pageQuery
  .extend({ ...messageFilters, sort: messageSort })
  .describe('Which messages of a conversation to list.');
type ListConversationMessagesQueryShape = typeof _listConversationMessagesQuery;
export interface ListConversationMessagesQuerySchema extends ListConversationMessagesQueryShape {}
export const listConversationMessagesQuery: ListConversationMessagesQuerySchema =
  _listConversationMessagesQuery;
export type ListConversationMessagesQuery = z.infer<typeof listConversationMessagesQuery>;

export const messagePage = page(message).describe('A page of messages.');
export const messageEventPage = page(messageEvent).describe('A page of the timeline of a message.');

/** The codes that sending may answer, on every endpoint that sends. */
export const sendErrors = [
  'SVC-NOT-FOUND',
  'SVC-CHANNEL-UNAVAILABLE',
  'SVC-RECIPIENT-INVALID',
  'SVC-WINDOW-CLOSED',
  'SVC-TEMPLATE-PARAMS',
  'SVC-TEXT-TOO-LONG',
  'SVC-CONTENT-UNSUPPORTED',
  'SVC-RULE-VIOLATION',
  ...bodyErrors,
  ...postErrors,
] as const;

const onMessage = { pathParams: idParams('message') };

export const messagesRoutes = {
  send: {
    method: 'POST',
    path: '/messages',
    summary: 'Send a message',
    description:
      'Accepts the message and queues it: 202 does not mean sent. Contact and conversation are made where they are missing. Follow `status`, or the events.',
    headers: idempotencyHeaders,
    body: sendMessageBody,
    responses: { 202: message },
    metadata: routeMetadata({ creates: 'message', errors: sendErrors }),
  },
  list: {
    method: 'GET',
    path: '/messages',
    summary: 'List messages',
    query: listMessagesQuery,
    responses: { 200: messagePage },
    metadata: routeMetadata({ errors: [...listErrors] }),
  },
  get: {
    ...onMessage,
    method: 'GET',
    path: '/messages/:id',
    summary: 'Get a message',
    responses: { 200: message },
    metadata: routeMetadata({ resource: 'message', errors: ['SVC-NOT-FOUND'] }),
  },
  listEvents: {
    ...onMessage,
    method: 'GET',
    path: '/messages/:id/events',
    summary: 'List the timeline of a message',
    description:
      'Everything that happened to it, oldest first, late and contradicting reports included.',
    query: pageQuery,
    responses: { 200: messageEventPage },
    metadata: routeMetadata({ resource: 'message', errors: ['SVC-NOT-FOUND', ...listErrors] }),
  },
  cancel: {
    ...onMessage,
    method: 'POST',
    path: '/messages/:id/cancel',
    summary: 'Cancel a queued message',
    description: 'Only while it is queued; afterwards it may be on its way.',
    headers: idempotencyHeaders,
    body: z.object({}).optional(),
    responses: { 200: message },
    metadata: routeMetadata({
      resource: 'message',
      errors: ['SVC-NOT-FOUND', 'SVC-INVALID-TRANSITION', ...bodyErrors, ...postErrors],
    }),
  },
  retry: {
    ...onMessage,
    method: 'POST',
    path: '/messages/:id/retry',
    summary: 'Send a failed message again',
    description:
      'Only when `error.retryable`. After an unknown outcome (`reason: "unknown_outcome"`) the recipient may get it twice.',
    headers: idempotencyHeaders,
    body: z.object({}).optional(),
    responses: { 202: message },
    metadata: routeMetadata({
      resource: 'message',
      creates: 'message',
      errors: [
        'SVC-NOT-FOUND',
        'SVC-INVALID-TRANSITION',
        'SVC-CHANNEL-UNAVAILABLE',
        ...bodyErrors,
        ...postErrors,
      ],
    }),
  },
} as const;
