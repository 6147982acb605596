import * as z from 'zod';
import { channelType } from './capabilities.ts';
import { windowFields } from './contacts.ts';
import { customFieldFilter, customFieldValues, customFieldValuesInput } from './custom-values.ts';
import { eventsOf } from './events-of.ts';
import { id, idInput } from './ids.ts';
import { messageDirection, messageType } from './message-kinds.ts';
import { messageStatus } from './message-status.ts';
import { listConversationMessagesQuery, message, messagePage } from './messages.ts';
import { metadata, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { idOrNull, textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, contactSearch, flag, idFilter, sortedBy, textFilter, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { sendErrors } from './send-errors.ts';
import { sendConversationMessageBody } from './send-message.ts';
import { createConversationBody } from './start-conversation.ts';
import { tags, tagsInput } from './tags.ts';
import { textInput } from './text-inputs.ts';
import { timestamp, timestampInput } from './timestamps.ts';

export const conversationStatus = z
  .enum(['open', 'pending', 'snoozed', 'closed'])
  .describe(
    'Status. `pending`: handled by a bot until a member or another app of the business answers; `snoozed`: hidden until a time or the next inbound message.',
  );
export type ConversationStatus = z.infer<typeof conversationStatus>;

export const conversationPriority = z
  .enum(['low', 'medium', 'high', 'urgent'])
  .describe('Urgency of the conversation.');
const conversationSource = z
  .enum(['inbound', 'api', 'broadcast', 'flow', 'inbox'])
  .describe(
    'Origin of the conversation. `inbox`: begun by a member in the console, or by the business in another app.',
  );

const lastMessageTextLength = 200;
export const conversationLimits = { lastMessageTextLength } as const;

export class ConversationSchema extends named(
  'Messages exchanged with one contact on one channel, as one case. A contact can have several conversations.',
  {
    id: id('conversation'),
    channelId: id('channel'),
    channelType,
    contactId: id('contact'),
    contact: z
      .object({
        id: id('contact'),
        name: textOrNull('Display name.'),
        phone: textOrNull('Phone number in E.164 format with `+`.'),
        avatarUrl: textOrNull('URL of the picture.'),
      })
      .describe('Summary of the contact.'),
    address: z.string().describe('Address of the customer in this conversation.'),
    status: conversationStatus,
    priority: conversationPriority.nullable(),
    assigneeId: idOrNull('user', 'ID of the user who handles the conversation; null = nobody.'),
    subject: textOrNull('Subject of the conversation.'),
    tags,
    customFields: customFieldValues,
    metadata,
    unreadCount: z
      .int()
      .describe('Number of inbound messages since the conversation was last read.'),
    lastMessage: z
      .object({
        id: id('message'),
        direction: messageDirection,
        type: messageType,
        text: textOrNull(`Text of the message, cut after ${lastMessageTextLength} characters.`),
        status: messageStatus,
        createdAt: timestamp.describe('Time at which the message was accepted or received.'),
      })
      .nullable()
      .describe('Summary of the newest message.'),
    lastMessageAt: timeOrNull('Time of the newest message.'),
    lastInboundAt: timeOrNull(
      'Time of the newest message of the customer. Reports of the network, such as a new phone number, do not count.',
    ),
    lastOutboundAt: timeOrNull('Time of the newest outbound message.'),
    firstReplyAt: timeOrNull(
      'Time at which the server accepted the first outbound message after an inbound one, even if that message fails later.',
    ),
    waitingSince: timeOrNull(
      'Time of the oldest inbound message without an answer; null = none waits. An outbound message is an answer once the server accepts it.',
    ),
    window: z
      .object({
        ...windowFields,
        allowed: z
          .array(z.enum(['text', 'template']))
          .describe(
            'Message types that a channel with the default `windowEnforcement: known` accepts now. `strict` also refuses text while `open` is null or `remaining` is 0; `off` never does.',
          ),
      })
      .describe('Messaging window of the customer on this channel.'),
    snoozedUntil: timeOrNull(
      'Time at which the snoozed conversation opens again; null = with the next inbound message.',
    ),
    closedAt: timeOrNull('Time at which the conversation was closed; null when it is not closed.'),
    source: conversationSource,
    reopenCount: z.int().describe('Number of times that the conversation was reopened.'),
    messageCount: z.int().describe('Number of messages.'),
    createdAt: timestamp.describe('Start time.'),
    updatedAt: timestamp.describe('Time of the last change.'),
  },
) {}
export const conversation = new ConversationSchema();
export type Conversation = z.infer<typeof conversation>;

export const updateConversationBody = z
  .object({
    status: conversationStatus.optional(),
    snoozedUntil: timestampInput
      .nullish()
      .describe(
        'Only with `status: "snoozed"`: time in the future at which the conversation opens again. An inbound message opens it earlier. Null = only an inbound message opens it.',
      ),
    assigneeId: idInput('user')
      .nullish()
      .describe('ID of the user who handles the conversation; null = nobody.'),
    priority: conversationPriority.nullish(),
    subject: textInput(255).nullish().describe('Subject of the conversation.'),
    tags: tagsInput.optional(),
    customFields: customFieldValuesInput.optional(),
    metadata: metadataPatch.optional(),
  })
  .describe('Fields to change. Absent fields keep their values; null clears a field.');
export type UpdateConversationBody = z.infer<typeof updateConversationBody>;

export const listConversationsQuery = pageQuery
  .extend({
    status: anyOf(conversationStatus)
      .optional()
      .describe('Only conversations with any of these statuses. Default: all.'),
    channelId: idFilter().optional().describe('Only conversations on any of these channels.'),
    channelType: anyOf(channelType)
      .optional()
      .describe('Only conversations on any of these networks.'),
    contactId: idFilter().optional().describe('Only conversations with any of these contacts.'),
    assigneeId: idFilter()
      .optional()
      .describe(
        'Only conversations that any of these users handles; `none` = conversations without a user.',
      ),
    tag: textFilter(64).optional().describe('Only conversations with at least one of these tags.'),
    priority: anyOf(conversationPriority)
      .optional()
      .describe('Only conversations with any of these priorities.'),
    unread: flag
      .optional()
      .describe('True: only conversations with unread messages. False: only those without.'),
    windowOpen: flag
      .optional()
      .describe(
        'True: only conversations whose window is open. False: only those whose window is closed. Unknown windows match neither.',
      ),
    source: anyOf(conversationSource)
      .optional()
      .describe('Only conversations with any of these origins.'),
    q: contactSearch('the contact’s name or phone, or in a message'),
    customField: customFieldFilter('conversations'),
    ...timeRanges,
    lastMessageAfter: timestampInput
      .optional()
      .describe('Only conversations whose newest message is from this time or later.'),
    lastMessageBefore: timestampInput
      .optional()
      .describe('Only conversations whose newest message is from before this time.'),
    sort: sortedBy(
      '-lastMessageAt',
      'lastMessageAt',
      'createdAt',
      '-createdAt',
      'updatedAt',
      '-updatedAt',
      'waitingSince',
    ).describe('Order of the list. Conversations without a value of the sort field come last.'),
  })
  .describe('Which conversations to list.');
export type ListConversationsQuery = z.infer<typeof listConversationsQuery>;

export const conversationPage = page(conversation).describe('A page of conversations.');

export const conversationEvents = eventsOf(conversation, {
  'conversation.created': 'A conversation was created.',
  'conversation.updated':
    'Priority, subject, tags, custom fields, metadata or `snoozedUntil` of a conversation changed, or it was marked unread.',
  'conversation.status_changed':
    'The status of a conversation changed: by a request, a message, the end of a snooze, or because it was idle.',
  'conversation.assigned': 'A conversation was assigned to a user, or its assignment was removed.',
  'conversation.read': 'A conversation was marked as read.',
});

const routes = resourceRoutes('/conversations', 'conversation', conversation);

export const conversationsRoutes = {
  list: {
    ...routes.list('List conversations', listConversationsQuery, conversationPage),
    description:
      'By default, the newest activity comes first, so conversations can move between pages. To copy all of them, sort by `updatedAt`.',
  },
  create: {
    ...routes.create(
      'Start or find a conversation',
      createConversationBody,
      'SVC-CHANNEL-UNAVAILABLE',
      'SVC-RECIPIENT-INVALID',
      'SVC-RECIPIENT-BLOCKED',
      'SVC-RULE-VIOLATION',
      'SVC-LIMIT-REACHED',
    ),
    description:
      'Sends nothing. Answers 200 with the conversation that a message to this customer would go into, even if it is closed. If there is none, creates it, and the contact of a new address, and answers 201. For a blocked contact, no conversation is created.',
    responses: { 200: conversation, 201: conversation },
  },
  get: routes.get('Get a conversation'),
  update: routes.update(
    'Change a conversation',
    updateConversationBody,
    'SVC-INVALID-TRANSITION',
    'SVC-RULE-VIOLATION',
  ),
  markRead: {
    ...routes.action('read', 'Mark a conversation as read'),
    description:
      'If messages were unread, the network shows the customer that they were read, unless the setting `sendReadReceipts` of the tenant is false.',
  },
  markUnread: {
    ...routes.action('unread', 'Mark a conversation as unread'),
    description: 'Sets the unread count to 1 if it is 0.',
  },
  typing: {
    ...routes.action(
      'typing',
      'Show the customer that you are typing',
      'SVC-CHANNEL-UNAVAILABLE',
      'SVC-CONTENT-UNSUPPORTED',
      'SVC-RECIPIENT-BLOCKED',
      'SVC-WINDOW-CLOSED',
    ),
    description:
      'The network shows it until the next message, or for some seconds: 25 on WhatsApp, 5 on TikTok. On WhatsApp, the messages of the customer are also marked as read. If the setting `sendReadReceipts` of the tenant is false, the request is therefore refused there with `SVC-CONTENT-UNSUPPORTED`.',
    responses: { 204: z.undefined() },
  },
  listMessages: routes.listOf(
    'messages',
    'List the messages of a conversation',
    listConversationMessagesQuery,
    messagePage,
  ),
  sendMessage: {
    ...routes.action('messages', 'Send a message in a conversation'),
    description:
      'Like `POST /messages`, to the customer of this conversation. It is a reply: the server sends it before messages of `POST /messages` that wait on the same channel.',
    body: sendConversationMessageBody,
    responses: { 202: message },
    metadata: { resource: 'conversation', creates: 'message', errors: sendErrors },
  },
} as const;
