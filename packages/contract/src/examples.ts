import type * as z from 'zod';
import { channelCapabilities } from './capabilities.ts';
import type { SimulateInboundBody, SimulateStatusBody } from './channel-simulation.ts';
import type { CreateChannelBody } from './channels.ts';
import type { CreateContactBody } from './contacts.ts';
import type { ErrorEnvelope } from './errors.ts';
import { eventExamples } from './event-examples.ts';
import type { EventTypeDescription } from './event-log.ts';
import { eventDescriptions } from './event-names.ts';
import {
  createKnowledgeFaqBody,
  knowledgeChunk,
  knowledgeFaq,
  knowledgeFaqMatch,
  knowledgeSnippet,
  knowledgeSource,
  knowledgeSourceMatch,
} from './example-knowledge.ts';
import {
  apiKey,
  at,
  channel,
  channelId,
  contact,
  conversation,
  identity,
  inboundMessage,
  message,
  messageError,
  messageEvent,
  messageId,
  tenant,
  ulid,
  webhookAttempt,
  webhookDelivery,
  webhookEndpoint,
} from './example-records.ts';
import type { attachment as attachmentSchema } from './messages.ts';
import type { SendMessageBody } from './send-message.ts';
import type { template as templateSchema } from './template-content.ts';

const createChannelBody: CreateChannelBody = {
  name: 'Shop WhatsApp',
  type: 'whatsapp',
  provider: 'sandbox',
};

const sendMessageBody: SendMessageBody = {
  channelId,
  to: '5511987654321',
  type: 'text',
  text: 'Your order is on its way.',
};

const simulateInboundBody: SimulateInboundBody = {
  type: 'text',
  from: '5511987654321',
  text: 'Thank you!',
  profileName: 'Ana Lima',
};

const simulateStatusBody: SimulateStatusBody = { messageId, status: 'read' };

const createContactBody: CreateContactBody = {
  name: 'Ana Lima',
  phone: '+5511987654321',
  externalId: 'customer-1042',
  tags: ['vip'],
};

const errorEnvelope: ErrorEnvelope = {
  error: {
    code: 'SVC-NOT-FOUND',
    message: 'No such record.',
    details: { resource: 'channel', id: channelId },
  },
};

const attachment: z.infer<typeof attachmentSchema> = {
  id: `att_${ulid('B')}`,
  kind: 'image',
  mimeType: 'image/jpeg',
  filename: null,
  sizeBytes: 48_213,
  sha256: null,
  url: null,
  status: 'pending',
};

const template: z.infer<typeof templateSchema> = {
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

// Base64 of 32 bytes that nobody uses.
const webhookSecret = 'whsec_ZXhhbXBsZSBzZWNyZXQgb2YgdGhlIGRvY3VtZW50cyE=';

const eventTypeDescription: EventTypeDescription = {
  type: 'conversation.read',
  description: eventDescriptions['conversation.read'],
  isQuiet: false,
  schema: { type: 'object' },
  example: eventExamples['conversation.read'],
};

const onePage = <Item>(item: Item) => ({ data: [item], nextCursor: null });

/** One valid example per schema, by the name of the schema: docs, OpenAPI, mocks and tests use these. */
export const examples = {
  tenant,
  apiKey,
  apiKeyPage: onePage(apiKey),
  listApiKeysQuery: { status: ['active'], limit: 50 },
  actor: eventExamples['api_key.revoked'].actor,
  capabilities: channelCapabilities.whatsapp,
  channel,
  channelSettings: channel.settings,
  listChannelsQuery: { type: ['whatsapp'], includeArchived: true, sort: 'name' },
  channelPage: onePage(channel),
  createChannelBody,
  updateChannelBody: { settings: { windowEnforcement: 'strict' } },
  simulateInboundBody,
  simulatedInbound: {
    duplicate: false,
    message: inboundMessage,
  },
  simulateStatusBody,
  identity,
  contact,
  contactPage: onePage(contact),
  listContactsQuery: { q: 'ana', lifecycle: ['customer'], sort: '-lastSeenAt' },
  createContactBody,
  updateContactBody: { lifecycle: 'customer', metadata: { plan: null } },
  message,
  messagePage: onePage(message),
  listMessagesQuery: { status: ['failed'], createdAfter: at(0) },
  listConversationMessagesQuery: { direction: ['inbound'], limit: 50 },
  messageError,
  messageEvent,
  messageEventPage: onePage(messageEvent),
  attachment,
  template,
  templateInput: { name: 'order_update', language: 'en_US', variables: { 1: 'Ana', 2: '1042' } },
  sendMessageBody,
  sendConversationMessageBody: { type: 'text', text: 'Your order is on its way.' },
  conversation,
  conversationPage: onePage(conversation),
  listConversationsQuery: { status: ['open', 'pending'], unread: true, sort: '-lastMessageAt' },
  updateConversationBody: { status: 'closed' },
  pageQuery: { limit: 50 },
  tags: ['vip'],
  tagsInput: ['vip', 'wholesale'],
  metadata: { plan: 'gold', orders: 12, newsletter: true },
  metadataInput: { plan: 'gold' },
  metadataPatch: { plan: null, orders: 13 },
  timestamp: at(0),
  timestampInput: '2026-11-20T06:30:00-03:00',
  validationIssue: { in: 'body', path: 'to', code: 'required', message: 'is required' },
  errorEnvelope,
  eventEnvelope: eventExamples['conversation.status_changed'],
  eventPage: onePage(eventExamples['conversation.status_changed']),
  listEventsQuery: { type: ['message.*'], afterSequence: 1041 },
  eventPattern: 'message.*',
  eventTypeDescription,
  eventTypeCatalog: { eventTypes: [eventTypeDescription] },
  languageTag: 'pt-BR',
  knowledgeScore: 0.82,
  knowledgeSnippet,
  knowledgeSource,
  knowledgeSourceDetail: {
    ...knowledgeSource,
    content: '# Delivery\n\nTwo working days within the city, five elsewhere.',
  },
  knowledgeSourceMatch,
  knowledgeSourcePage: onePage(knowledgeSourceMatch),
  listKnowledgeSourcesQuery: { q: 'how long does delivery take', snippets: 2 },
  createKnowledgeSourceBody: {
    type: 'markdown',
    title: 'Delivery and returns',
    content: '# Delivery\n\nTwo working days within the city, five elsewhere.',
    language: 'en',
    tags: ['shipping'],
  },
  updateKnowledgeSourceBody: { title: 'Delivery, returns and refunds' },
  knowledgeChunk,
  knowledgeChunkPage: onePage(knowledgeChunk),
  listKnowledgeChunksQuery: { limit: 50 },
  knowledgeFaq,
  knowledgeFaqMatch,
  knowledgeFaqPage: onePage(knowledgeFaqMatch),
  listKnowledgeFaqsQuery: { q: 'when does it arrive', minScore: 0.3 },
  createKnowledgeFaqBody,
  updateKnowledgeFaqBody: { alternateQuestions: ['When will my order arrive?'] },
  batchKnowledgeFaqItem: createKnowledgeFaqBody,
  batchKnowledgeFaqsBody: { items: [createKnowledgeFaqBody] },
  knowledgeFaqBatch: {
    results: [{ index: 0, status: 'created', faq: knowledgeFaq, error: null }],
  },
  knowledgeFaqFeedbackBody: { helpful: true, query: 'when does it arrive' },
  webhookUrl: webhookEndpoint.url,
  webhookHeadersInput: { 'x-shop-token': 'b7c1f0' },
  webhookHeadersPatch: { 'x-shop-token': '***', 'x-old': null },
  webhookEndpoint,
  webhookEndpointWithSecret: { ...webhookEndpoint, secret: webhookSecret },
  webhookEndpointPage: onePage(webhookEndpoint),
  listWebhookEndpointsQuery: { status: ['enabled'] },
  createWebhookEndpointBody: {
    url: webhookEndpoint.url,
    description: 'Order system',
    events: ['message.*', 'conversation.created'],
    headers: { 'x-shop-token': 'b7c1f0' },
  },
  updateWebhookEndpointBody: { events: ['*'], maxPerSecond: 20 },
  webhookSecret: { secret: webhookSecret, previous: [] },
  rotateWebhookSecretBody: { overlapHours: 48 },
  webhookAttempt,
  webhookAttemptError: webhookAttempt.error,
  webhookDelivery,
  webhookDeliveryDetail: { ...webhookDelivery, attempts: [webhookAttempt] },
  webhookDeliveryPage: onePage(webhookDelivery),
  listWebhookDeliveriesQuery: { status: ['exhausted', 'canceled'], eventType: ['message.*'] },
  testWebhookBody: { type: 'message.received' },
  webhookTestResult: {
    delivered: true,
    statusCode: 204,
    durationMs: 38,
    responseSnippet: '',
    error: null,
  },
  replayWebhookBody: { since: at(0), types: ['message.*'] },
  webhookReplay: { count: 12 },
} as const;
