// The records that the examples are about: one shop, one customer, one conversation.
import type { ApiKey } from './api-keys.ts';
import { channelCapabilities } from './capabilities.ts';
import type { Channel } from './channels.ts';
import type { Contact, Identity } from './contacts.ts';
import type { Conversation } from './conversations.ts';
import type { Message, MessageError, MessageEvent } from './messages.ts';
import type { Tenant } from './tenants.ts';
import type { WebhookAttempt, WebhookDelivery } from './webhook-deliveries.ts';
import type { WebhookEndpoint } from './webhook-endpoints.ts';

export const at = (seconds: number) =>
  new Date(Date.UTC(2026, 10, 20, 9, 30, seconds)).toISOString();
export const ulid = (last: string) => `01KAGWX3M0${'0'.repeat(15)}${last}`;
export const contactId = `con_${ulid('1')}`;
export const conversationId = `cnv_${ulid('2')}`;
export const channelId = `chn_${ulid('3')}`;
export const messageId = `msg_${ulid('4')}`;
export const tenantId = `ten_${ulid('5')}`;
export const keyId = `key_${ulid('6')}`;

export const tenant: Tenant = {
  id: tenantId,
  name: 'Padaria Aurora',
  kind: 'standard',
  status: 'active',
  timezone: 'America/Sao_Paulo',
  locale: 'pt-BR',
  defaultCurrency: 'BRL',
  agencyId: null,
  createdAt: at(0),
};

export const apiKey: ApiKey = {
  id: keyId,
  name: 'Shop backend',
  hint: 'prl_live_…a1B2',
  status: 'active',
  createdBy: { type: 'cli', id: null },
  rateLimit: { limit: 600, windowSeconds: 60 },
  lastUsedAt: at(50),
  expiresAt: null,
  revokedAt: null,
  createdAt: at(0),
};

export const channel: Channel = {
  id: channelId,
  name: 'Shop WhatsApp',
  type: 'whatsapp',
  provider: 'sandbox',
  status: 'active',
  statusReason: null,
  address: '+55 11 4002-8922',
  externalId: null,
  capabilities: channelCapabilities.whatsapp,
  settings: { windowEnforcement: 'known', threading: 'single', throttlePerSecond: null },
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  lastErrorAt: null,
  lastError: null,
  metadata: {},
  createdAt: at(0),
  updatedAt: at(40),
  archivedAt: null,
};

export const identity: Identity = {
  id: `idn_${ulid('7')}`,
  channelType: 'whatsapp',
  channelId: null,
  kind: 'phone',
  address: '5511987654321',
  username: null,
  profileName: 'Ana Lima',
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  window: { open: null, expiresAt: null, remaining: null },
  windows: [{ channelId, open: true, expiresAt: '2026-11-21T09:30:40.000Z', remaining: null }],
};

export const contact: Contact = {
  id: contactId,
  name: 'Ana Lima',
  firstName: 'Ana',
  lastName: 'Lima',
  phone: '+5511987654321',
  email: 'ana@example.com',
  externalId: 'customer-1042',
  language: 'pt-BR',
  country: 'BR',
  timezone: 'America/Sao_Paulo',
  avatarUrl: null,
  lifecycle: 'customer',
  ownerId: null,
  tags: ['vip'],
  identities: [identity],
  source: 'api',
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  lastSeenAt: at(40),
  metadata: { plan: 'gold' },
  createdAt: at(10),
  updatedAt: at(40),
};

export const message: Message = {
  id: messageId,
  channelId,
  channelType: 'whatsapp',
  conversationId,
  contactId,
  direction: 'outbound',
  type: 'text',
  from: '+55 11 4002-8922',
  to: '5511987654321',
  text: 'Your order is on its way.',
  template: null,
  attachments: [],
  interactive: null,
  location: null,
  replyTo: null,
  status: 'queued',
  error: null,
  attempts: 0,
  externalId: null,
  source: { type: 'api', id: null },
  messageTag: null,
  metadata: { orderId: '1042' },
  isDeleted: false,
  editedAt: null,
  createdAt: at(30),
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
  canceledAt: null,
  updatedAt: at(30),
};

export const inboundMessage: Message = {
  ...message,
  id: `msg_${ulid('8')}`,
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

export const messageError: MessageError = {
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

export const messageEvent: MessageEvent = {
  type: 'delivered',
  at: at(32),
  receivedAt: at(33),
  ignored: false,
  error: null,
};

export const conversation: Conversation = {
  id: conversationId,
  channelId,
  channelType: 'whatsapp',
  contactId,
  contact: { id: contactId, name: 'Ana Lima', phone: '+5511987654321', avatarUrl: null },
  address: '5511987654321',
  status: 'open',
  priority: null,
  assigneeId: null,
  subject: null,
  tags: [],
  metadata: {},
  unreadCount: 1,
  lastMessage: {
    id: `msg_${ulid('8')}`,
    direction: 'inbound',
    type: 'text',
    text: 'Thank you!',
    status: 'received',
    createdAt: at(40),
  },
  lastMessageAt: at(40),
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  firstReplyAt: null,
  waitingSince: at(40),
  window: {
    open: true,
    expiresAt: '2026-11-21T09:30:40.000Z',
    remaining: null,
    allowed: ['text', 'template'],
  },
  snoozedUntil: null,
  closedAt: null,
  source: 'api',
  reopenCount: 0,
  messageCount: 2,
  createdAt: at(30),
  updatedAt: at(40),
};

export const webhookEndpoint: WebhookEndpoint = {
  id: `whe_${ulid('D')}`,
  url: 'https://shop.example.com/hooks/parley',
  description: 'Order system',
  events: ['message.*', 'conversation.created'],
  channelIds: null,
  status: 'enabled',
  disabledReason: null,
  headers: { 'x-shop-token': '***' },
  maxPerSecond: null,
  failingSince: null,
  lastDeliveryAt: at(51),
  lastSuccessAt: at(51),
  metadata: {},
  createdAt: at(0),
  updatedAt: at(0),
  disabledAt: null,
};

export const webhookAttempt: WebhookAttempt = {
  n: 1,
  trigger: 'scheduled',
  at: at(51),
  statusCode: 503,
  error: { code: 'http_status', message: 'The answer was 503.' },
  durationMs: 42,
  responseSnippet: 'busy',
  nextAttemptAt: at(56),
};

export const webhookDelivery: WebhookDelivery = {
  id: `dlv_${ulid('E')}`,
  endpointId: webhookEndpoint.id,
  eventId: `evt_${ulid('9')}`,
  eventType: 'message.delivered',
  status: 'retrying',
  attemptCount: 1,
  nextAttemptAt: at(56),
  lastAttempt: webhookAttempt,
  createdAt: at(50),
  updatedAt: at(51),
  deliveredAt: null,
};
