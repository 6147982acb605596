import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import { factsOfError, messageDetails } from './message-details.ts';
import {
  interactiveKind,
  messageCategory,
  messageDirection,
  messageSourceType,
  messageTag,
  messageType,
  promptKind,
} from './message-kinds.ts';
import { messageStatus } from './message-status.ts';
import { metadata } from './metadata.ts';
import { named } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, idFilter, sortedBy, textFilter, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { retryErrors, sendErrors } from './send-errors.ts';
import { sendMessageBody } from './send-message.ts';
import { template } from './template-content.ts';
import { timestamp } from './timestamps.ts';

export class MessageErrorSchema extends named('Why a message failed.', {
  code: z
    .string()
    .describe('`SVC-…` code. Open enum: new codes may be added; handle unknown ones.'),
  message: z.string().describe('Human-readable text; it may change.'),
  providerCode: textOrNull("The provider's own error code; null = none."),
  providerMessage: textOrNull("The provider's own error text; null = none."),
  retryable: z.boolean().describe('Whether `POST /messages/{id}/retry` may succeed.'),
  reason: textOrNull('Kind of failure, if the code stands for several kinds; otherwise null.'),
  scope: textOrNull('The limit that was reached, for SVC-PROVIDER-RATE-LIMITED.'),
  details: z.record(z.string(), z.unknown()).describe(factsOfError),
  at: timestamp.describe('Time of the failure.'),
}) {}
export const messageError = new MessageErrorSchema();
export type MessageError = z.infer<typeof messageError>;

export class AttachmentSchema extends named('A file of a message.', {
  id: id('attachment'),
  kind: z.string().describe('`image`, `video`, `audio`, `document` or `sticker`.'),
  mimeType: textOrNull('MIME type; null = not known.'),
  filename: textOrNull('File name.'),
  sizeBytes: z.int().nullable().describe('Size in bytes.'),
  sha256: textOrNull('SHA-256 digest in hexadecimal.'),
  url: textOrNull(
    'Path of the bytes on this server, `/api/v1/media/med_…/content`, for requests with an API key; or the URL that you sent.',
  ),
  mediaId: idOrNull(
    'media',
    'ID of the stored file; null for a file of another address, and until it is stored.',
  ),
  isVoice: z.boolean().describe('Whether the file is a voice message.'),
  status: z
    .enum(['pending', 'stored', 'failed'])
    .describe(
      '`stored`: `url` can be downloaded, until the file is deleted. `pending`: not yet. `failed`: never.',
    ),
  failureReason: z
    .enum(['too_large', 'unavailable'])
    .nullable()
    .describe(
      '`too_large`: the file is larger than the limit of its kind. `unavailable`: the network did not give it. Null unless `status` is `failed`, and for older messages.',
    ),
}) {}
export const attachment = new AttachmentSchema();
export type Attachment = z.infer<typeof attachment>;

/** The schema of a prompt: the choices that a message offers to the customer. */
const prompt = z
  .object({
    kind: promptKind,
    header: textOrNull('Title above the message text.'),
    footer: textOrNull('Small text below the message text.'),
    button: textOrNull('Label of the button that opens the list or the link.'),
    url: textOrNull('Address that the button opens.'),
    options: z
      .array(
        z.object({
          id: z.string().describe('Your ID of the button or row.'),
          title: z.string().describe('Label of the button or row.'),
          description: textOrNull('Text below the label of the row; null = none.'),
          section: textOrNull('Title of the section of the row.'),
        }),
      )
      .describe('Buttons, or rows of the list.'),
  })
  .nullable()
  .describe('Buttons, list or link below the `text` of the message; null = none.');

export class MessageSchema extends named('One message, in either direction.', {
  id: id('message'),
  channelId: id('channel'),
  channelType,
  conversationId: id('conversation'),
  contactId: id('contact'),
  direction: messageDirection,
  type: messageType,
  from: z
    .string()
    .describe(
      'Address of the sender. Of an outbound message: the address of the channel, or its ID if it has none.',
    ),
  to: z
    .string()
    .describe(
      'Address of the recipient as the provider gets it. Of an inbound message: the address of the channel, or its ID if it has none.',
    ),
  text: textOrNull(
    'Text of the message, caption of its file, or text of its template as far as known.',
  ),
  template: template.nullable().describe('The template and values of the request; null = none.'),
  attachments: z.array(attachment).describe('Files.'),
  interactive: z
    .object({
      kind: interactiveKind,
      id: textOrNull('ID that you gave to the chosen button or row; null = none.'),
      title: textOrNull('Label of the button or row.'),
      payload: textOrNull('Payload of the button.'),
    })
    .nullable()
    .describe('The button or row that the customer chose; null for other types.'),
  prompt,
  location: z
    .object({
      latitude: z.number().describe('Degrees north.'),
      longitude: z.number().describe('Degrees east.'),
      name: textOrNull('Name of the place.'),
      address: textOrNull('Address of the place.'),
    })
    .nullable()
    .describe('Shared location.'),
  reaction: z
    .object({
      emoji: textOrNull('The emoji; null = the reaction was removed.'),
      messageId: idOrNull(
        'message',
        'ID of the message that it is about; null when Parley does not have it.',
      ),
      externalId: textOrNull("The provider's ID of the message that it is about."),
    })
    .nullable()
    .describe('Reaction to another message; null for other types.'),
  ...messageDetails,
  replyTo: z
    .object({
      messageId: idOrNull(
        'message',
        'ID of the quoted message; null when Parley does not have it.',
      ),
      externalId: textOrNull("The provider's ID of the quoted message."),
    })
    .nullable()
    .describe('Message that this one quotes; null = none.'),
  status: messageStatus,
  error: messageError
    .nullable()
    .describe('Reason of the failure; null unless `status` is `failed`.'),
  attempts: z.int().describe('Number of attempts to send the message.'),
  externalId: textOrNull(
    "The provider's ID of the message; null until the provider has accepted it.",
  ),
  source: z
    .object({
      type: messageSourceType,
      id: textOrNull('ID of the record that the message comes from; null = none.'),
    })
    .describe('Origin of the message.'),
  messageTag: messageTag.nullable(),
  category: messageCategory.nullable(),
  metadata,
  isDeleted: z.boolean().describe('Whether the customer deleted the message.'),
  editedAt: timeOrNull('Time at which the customer edited the message.'),
  createdAt: timestamp.describe('Time at which the message was accepted, or the customer sent it.'),
  scheduledAt: timeOrNull('Time of `sendAt`; null = sent at once.'),
  sentAt: timeOrNull('Time at which the provider accepted the message.'),
  deliveredAt: timeOrNull('Time at which the message reached the recipient.'),
  readAt: timeOrNull('Time at which the recipient read the message.'),
  failedAt: timeOrNull('Time of the failure.'),
  canceledAt: timeOrNull('Time at which the message was canceled.'),
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
    .describe('What happened.'),
  at: timestamp.describe(
    'Time of the change, by the clock of the provider if the provider reported it.',
  ),
  receivedAt: timestamp.describe('Time at which the server recorded the entry.'),
  ignored: z.boolean().describe('True: the report came too late and did not change the status.'),
  error: messageError.nullable().describe('Reason of the failure; null for other entries.'),
}) {}
export const messageEvent = new MessageEventSchema();
export type MessageEvent = z.infer<typeof messageEvent>;

const messageFilters = {
  direction: anyOf(messageDirection)
    .optional()
    .describe('Only messages in any of these directions.'),
  type: anyOf(messageType).optional().describe('Only messages of any of these types.'),
  status: anyOf(messageStatus).optional().describe('Only messages with any of these statuses.'),
  ...timeRanges,
};

export const listMessagesQuery = pageQuery
  .extend({
    conversationId: idFilter().optional().describe('Only messages of any of these conversations.'),
    contactId: idFilter().optional().describe('Only messages from or to any of these contacts.'),
    channelId: idFilter().optional().describe('Only messages on any of these channels.'),
    channelType: anyOf(channelType).optional().describe('Only messages on any of these networks.'),
    sourceType: anyOf(messageSourceType)
      .optional()
      .describe('Only messages with any of these origins.'),
    sourceId: idFilter().optional().describe('Only messages whose `source.id` is one of these.'),
    externalId: textFilter(256)
      .optional()
      .describe('Only messages with any of these `externalId` values.'),
    q: z.string().max(200).optional().describe('Text to find, whatever its case and accents.'),
    ...messageFilters,
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

export const messageEvents = eventsOf(message, {
  'message.received': 'A message from a customer was received.',
  'message.queued': 'A message was accepted and waits to be sent.',
  'message.sent': 'The provider accepted a message.',
  'message.delivered': 'A message reached the recipient.',
  'message.read': 'The recipient read a message.',
  'message.failed': 'A message will not arrive; `error` says why.',
  'message.canceled': 'A queued message was canceled.',
  'message.updated':
    'A customer edited, deleted or reacted to a message, or a file of it was stored or failed.',
});

const routes = resourceRoutes('/messages', 'message', message);

export const messagesRoutes = {
  send: {
    ...routes.create('Send a message', sendMessageBody, ...sendErrors),
    description:
      'Accepts the message and queues it: 202 does not mean sent. Creates the contact and the conversation if they do not exist. Check `status` or the events for the result. With `sendAt`, the window, the consent and the channel are checked again at that time.',
    responses: { 202: message },
  },
  list: routes.list('List messages', listMessagesQuery, messagePage),
  get: routes.get('Get a message'),
  listEvents: {
    ...routes.listOf('events', 'List the timeline of a message', pageQuery, messageEventPage),
    description:
      'Returns everything that the server recorded about the message, oldest first, including late and contradicting reports.',
  },
  cancel: {
    ...routes.action('cancel', 'Cancel a queued message', 'SVC-INVALID-TRANSITION'),
    description: 'Works only while the message is `queued`. The provider then never gets it.',
  },
  retry: {
    ...routes.action('retry', 'Send a failed message again'),
    description:
      'Works only when the message failed and `error.retryable` is true. After an unknown outcome (`reason: "unknown_outcome"`), the recipient may get the message twice. Returns 422 `SVC-WINDOW-CLOSED` when the window does not allow a new message, and 422 `SVC-TEMPLATE-NOT-FOUND` or `SVC-TEMPLATE-NOT-APPROVED` when the template was deleted or is no longer approved.',
    responses: { 202: message },
    metadata: {
      resource: 'message',
      creates: 'message',
      errors: ['SVC-INVALID-TRANSITION', ...retryErrors],
    },
  },
} as const;
