import type * as z from 'zod';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';
import type {
  attachment as attachmentSchema,
  Message,
  MessageError,
  MessageEvent,
} from './messages.ts';
import type { SendMessageBody } from './send-message.ts';
import type { template as templateSchema } from './template-content.ts';

/**
 * The type of the examples. It has a name, so that declarations of TypeScript name it instead of repeating its fields.
 */
export interface ExampleMessage extends Message {}
const message: ExampleMessage = {
  id: exampleIds.message,
  channelId: exampleIds.channel,
  channelType: 'whatsapp',
  conversationId: exampleIds.conversation,
  contactId: exampleIds.contact,
  direction: 'outbound',
  type: 'text',
  from: '+55 11 4002-8922',
  to: '5511987654321',
  text: 'Your order is on its way.',
  template: null,
  attachments: [],
  interactive: null,
  prompt: null,
  location: null,
  reaction: null,
  reactions: [],
  warnings: [],
  referral: null,
  providerContent: null,
  replyTo: null,
  status: 'queued',
  error: null,
  attempts: 0,
  externalId: null,
  source: { type: 'api', id: null },
  messageTag: null,
  category: null,
  metadata: { orderId: '1042' },
  isDeleted: false,
  editedAt: null,
  createdAt: at(30),
  scheduledAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
  canceledAt: null,
  updatedAt: at(30),
};

export const inboundMessage: ExampleMessage = {
  ...message,
  id: exampleIds.inboundMessage,
  direction: 'inbound',
  from: '5511987654321',
  to: '+55 11 4002-8922',
  text: 'Thank you!',
  status: 'received',
  externalId: 'sandbox-1',
  source: { type: 'contact', id: null },
  metadata: {},
  createdAt: at(40),
  updatedAt: at(40),
};

const messageError: MessageError = {
  code: 'SVC-UNDELIVERABLE',
  message: 'The recipient cannot receive this message.',
  providerCode: '131026',
  providerMessage: 'Message undeliverable',
  retryable: false,
  reason: null,
  scope: null,
  details: {},
  at: at(31),
};

const messageEvent: MessageEvent = {
  type: 'delivered',
  at: at(32),
  receivedAt: at(33),
  ignored: false,
  error: null,
};

const attachment: z.infer<typeof attachmentSchema> = {
  id: exampleId('attachment', 'B'),
  kind: 'image',
  mimeType: 'image/jpeg',
  filename: null,
  sizeBytes: 48_213,
  sha256: null,
  url: null,
  mediaId: null,
  isVoice: false,
  status: 'pending',
  failureReason: null,
};

export const exampleTemplate: z.infer<typeof templateSchema> = {
  name: 'order_update',
  language: 'en_US',
  category: 'utility',
  components: [
    {
      type: 'body',
      parameters: [
        { type: 'text', text: 'Ana' },
        { type: 'text', text: '1042' },
      ],
    },
  ],
};

const sendMessageBody: SendMessageBody = {
  channelId: exampleIds.channel,
  to: '5511987654321',
  type: 'text',
  text: 'Your order is on its way.',
};

export const messageExamples = {
  message,
  messagePage: onePage(message),
  listMessagesQuery: { status: ['failed'], createdAfter: at(0) },
  listConversationMessagesQuery: { direction: ['inbound'], limit: 50 },
  messageCategory: 'utility',
  messageError,
  messageEvent,
  messageEventPage: onePage(messageEvent),
  attachment,
  template: exampleTemplate,
  templateInput: { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '1042' } },
  mediaInput: { id: exampleId('media', '1') },
  locationInput: { latitude: -23.5505, longitude: -46.6333, name: 'Padaria Aurora' },
  reactionInput: { messageId: exampleIds.inboundMessage, emoji: '👍' },
  promptInput: {
    kind: 'buttons',
    text: 'Shall we deliver tomorrow?',
    buttons: [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'No' },
    ],
  },
  sendMessageBody,
  sendConversationMessageBody: { type: 'text', text: 'Your order is on its way.' },
} as const;

export const messageEventExamples = {
  'message.received': made(inboundMessage, {
    actor: { type: 'contact', id: exampleIds.contact, grantId: null },
  }),
  'message.queued': made(message),
  'message.sent': changed(message, { status: 'sent', sentAt: at(31), attempts: 1 }),
  'message.delivered': changed(message, { status: 'delivered', deliveredAt: at(32) }),
  'message.read': changed(message, { status: 'read', readAt: at(35) }),
  'message.failed': changed(message, {
    status: 'failed',
    failedAt: at(31),
    error: messageError,
  }),
  'message.canceled': changed(message, { status: 'canceled', canceledAt: at(31) }),
  'message.updated': changed(inboundMessage, { text: 'Thanks!', editedAt: at(45) }),
};
