// One valid event per type: the records of the examples, changed as the type says.

import type { EventType } from './event-names.ts';
import type { EventEnvelope } from './events.ts';
import { knowledgeFaq, knowledgeSource } from './example-knowledge.ts';
import {
  apiKey,
  at,
  channel,
  contact,
  conversation,
  inboundMessage,
  keyId,
  message,
  messageError,
  tenantId,
  ulid,
  webhookEndpoint,
} from './example-records.ts';

type Changed = Record<string, unknown>;

/** One valid example per event type. */
export const eventExamples: Readonly<Record<EventType, EventEnvelope>> = {
  'message.received': made('message.received', inboundMessage),
  'message.queued': made('message.queued', message),
  'message.sent': messageStep('message.sent', { status: 'sent', sentAt: at(31), attempts: 1 }),
  'message.delivered': messageStep('message.delivered', {
    status: 'delivered',
    deliveredAt: at(32),
  }),
  'message.read': messageStep('message.read', { status: 'read', readAt: at(35) }),
  'message.failed': messageStep('message.failed', {
    status: 'failed',
    failedAt: at(31),
    error: messageError,
  }),
  'message.canceled': messageStep('message.canceled', { status: 'canceled', canceledAt: at(31) }),
  'conversation.created': made('conversation.created', conversation),
  'conversation.updated': changed('conversation.updated', conversation, { subject: 'Order 1042' }),
  'conversation.status_changed': changed('conversation.status_changed', conversation, {
    status: 'closed',
    closedAt: at(50),
  }),
  'conversation.assigned': changed('conversation.assigned', conversation, {
    assigneeId: `usr_${ulid('A')}`,
  }),
  'conversation.read': changed('conversation.read', conversation, { unreadCount: 0 }),
  'contact.created': made('contact.created', contact),
  'contact.updated': changed('contact.updated', contact, { language: 'en' }),
  'contact.tags_changed': changed('contact.tags_changed', contact, { tags: ['vip', 'wholesale'] }),
  'channel.created': made('channel.created', channel),
  'channel.updated': changed('channel.updated', channel, { name: 'Bakery WhatsApp' }),
  'channel.status_changed': changed('channel.status_changed', channel, {
    status: 'disabled',
    statusReason: 'manual',
  }),
  'channel.deleted': made('channel.deleted', {
    ...channel,
    status: 'archived',
    archivedAt: at(50),
  }),
  'api_key.created': made('api_key.created', apiKey),
  'api_key.revoked': changed('api_key.revoked', apiKey, { status: 'revoked', revokedAt: at(50) }),
  'knowledge_source.created': made('knowledge_source.created', {
    ...knowledgeSource,
    status: 'processing',
    chunkCount: 0,
    indexedAt: null,
  }),
  'knowledge_source.updated': changed('knowledge_source.updated', knowledgeSource, {
    tags: ['shipping', 'returns'],
  }),
  'knowledge_source.ready': {
    ...changed(
      'knowledge_source.ready',
      { ...knowledgeSource, status: 'processing' },
      {
        status: 'ready',
      },
    ),
    actor: { type: 'system', id: null, grantId: null },
  },
  'knowledge_source.failed': {
    ...changed(
      'knowledge_source.failed',
      { ...knowledgeSource, status: 'processing' },
      {
        status: 'failed',
        error: { code: 'name_not_resolved', message: 'The name of the host does not resolve.' },
      },
    ),
    actor: { type: 'system', id: null, grantId: null },
  },
  'knowledge_source.deleted': made('knowledge_source.deleted', knowledgeSource),
  'knowledge_faq.created': made('knowledge_faq.created', knowledgeFaq),
  'knowledge_faq.updated': changed('knowledge_faq.updated', knowledgeFaq, {
    status: 'archived',
  }),
  'knowledge_faq.deleted': made('knowledge_faq.deleted', knowledgeFaq),
  'webhook_endpoint.disabled': {
    ...changed('webhook_endpoint.disabled', webhookEndpoint, {
      status: 'disabled',
      disabledReason: 'gone',
      disabledAt: at(50),
    }),
    actor: { type: 'system', id: null, grantId: null },
  },
  'webhook.test': {
    ...made('webhook.test', webhookEndpoint),
    sequence: 0,
    subject: { type: 'webhook_endpoint', id: webhookEndpoint.id },
    test: true,
  },
};

function made(type: EventType, object: Changed & { id: string }): EventEnvelope {
  return envelope(type, object, null, []);
}

function changed(
  type: EventType,
  before: Changed & { id: string },
  change: Changed,
): EventEnvelope {
  const fields = Object.keys(change);
  const previous = Object.fromEntries(fields.map((field) => [field, before[field] ?? null]));
  const stamp = 'updatedAt' in before ? { updatedAt: at(50) } : {};
  return envelope(type, { ...before, ...change, ...stamp }, previous, fields);
}

function messageStep(type: EventType, change: Changed): EventEnvelope {
  return changed(type, { ...message }, change);
}

function envelope(
  type: EventType,
  object: Changed & { id: string },
  previous: Changed | null,
  changes: string[],
): EventEnvelope {
  const kind = type.slice(0, type.indexOf('.'));
  return {
    id: `evt_${ulid('9')}`,
    type,
    timestamp: at(50),
    apiVersion: 'v1',
    tenantId,
    sequence: 1042,
    subject: { type: kind, id: object.id },
    actor:
      type === 'message.received'
        ? { type: 'contact', id: contact.id, grantId: null }
        : { type: 'api_key', id: keyId, grantId: null },
    data: { object, previous, changes, ...(kind === 'message' ? messageContext() : {}) },
    test: false,
  };
}

function messageContext() {
  const { id, status, assigneeId, tags } = conversation;
  const { name, phone, externalId } = contact;
  return {
    conversation: { id, status, assigneeId, tags },
    contact: { id: contact.id, name, phone, externalId, tags: contact.tags },
  };
}
