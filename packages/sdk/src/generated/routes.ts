// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

import type { Route } from '../core/request.ts';
import type { Page } from '../core/success.ts';
import type { WebhookEvent } from '../webhooks/event.ts';
import type { EventTypeCatalog } from './event-types.ts';
import type { ApiKey, CannedResponse, Channel, Contact, Conversation, InboundFailure, KnowledgeChunk, KnowledgeFaq, KnowledgeFaqBatch, KnowledgeFaqMatch, KnowledgeSource, KnowledgeSourceDetail, KnowledgeSourceMatch, MediaFile, Message, MessageEvent, SimulatedInbound, TemplatePreview, TemplateRecord, TemplateSync, Tenant, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint, WebhookEndpointWithSecret, WebhookReplay, WebhookSecret, WebhookTestResult } from './types.ts';

export const messages = {
  send: { method: 'POST', path: '/messages' } as Route<Message>,
  list: { method: 'GET', path: '/messages' } as Route<Page<Message>>,
  get: { method: 'GET', path: '/messages/:id' } as Route<Message>,
  listEvents: { method: 'GET', path: '/messages/:id/events' } as Route<Page<MessageEvent>>,
  cancel: { method: 'POST', path: '/messages/:id/cancel' } as Route<Message>,
  retry: { method: 'POST', path: '/messages/:id/retry' } as Route<Message>,
};

export const conversations = {
  list: { method: 'GET', path: '/conversations' } as Route<Page<Conversation>>,
  get: { method: 'GET', path: '/conversations/:id' } as Route<Conversation>,
  update: { method: 'PATCH', path: '/conversations/:id' } as Route<Conversation>,
  markRead: { method: 'POST', path: '/conversations/:id/read' } as Route<Conversation>,
  markUnread: { method: 'POST', path: '/conversations/:id/unread' } as Route<Conversation>,
  listMessages: { method: 'GET', path: '/conversations/:id/messages' } as Route<Page<Message>>,
  sendMessage: { method: 'POST', path: '/conversations/:id/messages' } as Route<Message>,
};

export const contacts = {
  list: { method: 'GET', path: '/contacts' } as Route<Page<Contact>>,
  create: { method: 'POST', path: '/contacts' } as Route<Contact>,
  get: { method: 'GET', path: '/contacts/:id' } as Route<Contact>,
  update: { method: 'PATCH', path: '/contacts/:id' } as Route<Contact>,
  optOut: { method: 'POST', path: '/contacts/:id/opt-out' } as Route<Contact>,
  optIn: { method: 'POST', path: '/contacts/:id/opt-in' } as Route<Contact>,
  block: { method: 'POST', path: '/contacts/:id/block' } as Route<Contact>,
  unblock: { method: 'POST', path: '/contacts/:id/unblock' } as Route<Contact>,
};

export const channels = {
  list: { method: 'GET', path: '/channels' } as Route<Page<Channel>>,
  create: { method: 'POST', path: '/channels' } as Route<Channel>,
  get: { method: 'GET', path: '/channels/:id' } as Route<Channel>,
  update: { method: 'PATCH', path: '/channels/:id' } as Route<Channel>,
  delete: { method: 'DELETE', path: '/channels/:id', empty: true } as Route<void>,
  verify: { method: 'POST', path: '/channels/:id/verify' } as Route<Channel>,
  enable: { method: 'POST', path: '/channels/:id/enable' } as Route<Channel>,
  disable: { method: 'POST', path: '/channels/:id/disable' } as Route<Channel>,
  listInboundFailures: { method: 'GET', path: '/channels/:id/inbound-failures' } as Route<Page<InboundFailure>>,
  retryInboundFailure: { method: 'POST', path: '/channels/:id/inbound-failures/:inboundFailureId/retry' } as Route<InboundFailure>,
  simulateInbound: { method: 'POST', path: '/channels/:id/simulate/inbound' } as Route<SimulatedInbound>,
  simulateStatus: { method: 'POST', path: '/channels/:id/simulate/status' } as Route<Message>,
};

export const templates = {
  list: { method: 'GET', path: '/channels/:id/templates' } as Route<Page<TemplateRecord>>,
  create: { method: 'POST', path: '/channels/:id/templates' } as Route<TemplateRecord>,
  get: { method: 'GET', path: '/channels/:id/templates/:templateId' } as Route<TemplateRecord>,
  update: { method: 'PATCH', path: '/channels/:id/templates/:templateId' } as Route<TemplateRecord>,
  delete: { method: 'DELETE', path: '/channels/:id/templates/:templateId', empty: true } as Route<void>,
  sync: { method: 'POST', path: '/channels/:id/templates/sync' } as Route<TemplateSync>,
  preview: { method: 'POST', path: '/channels/:id/templates/:templateId/preview' } as Route<TemplatePreview>,
};

export const apiKeys = {
  list: { method: 'GET', path: '/api-keys' } as Route<Page<ApiKey>>,
  current: { method: 'GET', path: '/api-keys/current' } as Route<ApiKey>,
  revoke: { method: 'POST', path: '/api-keys/:id/revoke' } as Route<ApiKey>,
};

export const knowledgeSources = {
  list: { method: 'GET', path: '/knowledge/sources' } as Route<Page<KnowledgeSourceMatch>>,
  create: { method: 'POST', path: '/knowledge/sources' } as Route<KnowledgeSource>,
  get: { method: 'GET', path: '/knowledge/sources/:id' } as Route<KnowledgeSourceDetail>,
  update: { method: 'PATCH', path: '/knowledge/sources/:id' } as Route<KnowledgeSource>,
  delete: { method: 'DELETE', path: '/knowledge/sources/:id', empty: true } as Route<void>,
  reindex: { method: 'POST', path: '/knowledge/sources/:id/reindex' } as Route<KnowledgeSource>,
  listChunks: { method: 'GET', path: '/knowledge/sources/:id/chunks' } as Route<Page<KnowledgeChunk>>,
};

export const knowledgeFaqs = {
  list: { method: 'GET', path: '/knowledge/faqs' } as Route<Page<KnowledgeFaqMatch>>,
  create: { method: 'POST', path: '/knowledge/faqs' } as Route<KnowledgeFaq>,
  batch: { method: 'POST', path: '/knowledge/faqs/batch' } as Route<KnowledgeFaqBatch>,
  get: { method: 'GET', path: '/knowledge/faqs/:id' } as Route<KnowledgeFaq>,
  update: { method: 'PATCH', path: '/knowledge/faqs/:id' } as Route<KnowledgeFaq>,
  delete: { method: 'DELETE', path: '/knowledge/faqs/:id', empty: true } as Route<void>,
  feedback: { method: 'POST', path: '/knowledge/faqs/:id/feedback', empty: true } as Route<void>,
};

export const webhookEndpoints = {
  list: { method: 'GET', path: '/webhook-endpoints' } as Route<Page<WebhookEndpoint>>,
  create: { method: 'POST', path: '/webhook-endpoints' } as Route<WebhookEndpointWithSecret>,
  get: { method: 'GET', path: '/webhook-endpoints/:id' } as Route<WebhookEndpoint>,
  update: { method: 'PATCH', path: '/webhook-endpoints/:id' } as Route<WebhookEndpoint>,
  delete: { method: 'DELETE', path: '/webhook-endpoints/:id', empty: true } as Route<void>,
  getSecret: { method: 'GET', path: '/webhook-endpoints/:id/secret' } as Route<WebhookSecret>,
  rotateSecret: { method: 'POST', path: '/webhook-endpoints/:id/rotate-secret' } as Route<WebhookEndpointWithSecret>,
  enable: { method: 'POST', path: '/webhook-endpoints/:id/enable' } as Route<WebhookEndpoint>,
  disable: { method: 'POST', path: '/webhook-endpoints/:id/disable' } as Route<WebhookEndpoint>,
  test: { method: 'POST', path: '/webhook-endpoints/:id/test' } as Route<WebhookTestResult>,
  replay: { method: 'POST', path: '/webhook-endpoints/:id/replay' } as Route<WebhookReplay>,
  listDeliveries: { method: 'GET', path: '/webhook-endpoints/:id/deliveries' } as Route<Page<WebhookDelivery>>,
};

export const webhookDeliveries = {
  get: { method: 'GET', path: '/webhook-deliveries/:id' } as Route<WebhookDeliveryDetail>,
  redeliver: { method: 'POST', path: '/webhook-deliveries/:id/redeliver' } as Route<WebhookDelivery>,
};

export const cannedResponses = {
  list: { method: 'GET', path: '/canned-responses' } as Route<Page<CannedResponse>>,
  create: { method: 'POST', path: '/canned-responses' } as Route<CannedResponse>,
  get: { method: 'GET', path: '/canned-responses/:id' } as Route<CannedResponse>,
  update: { method: 'PATCH', path: '/canned-responses/:id' } as Route<CannedResponse>,
  delete: { method: 'DELETE', path: '/canned-responses/:id', empty: true } as Route<void>,
};

export const media = {
  upload: { method: 'POST', path: '/media', bytes: 'request' } as Route<MediaFile>,
  get: { method: 'GET', path: '/media/:id' } as Route<MediaFile>,
  download: { method: 'GET', path: '/media/:id/content', bytes: 'response' } as Route<Blob>,
  delete: { method: 'DELETE', path: '/media/:id', empty: true } as Route<void>,
};

export const events = {
  list: { method: 'GET', path: '/events' } as Route<Page<WebhookEvent>>,
  get: { method: 'GET', path: '/events/:id' } as Route<WebhookEvent>,
};

export const eventTypes = {
  all: { method: 'GET', path: '/event-types' } as Route<EventTypeCatalog>,
};

export const tenants = {
  current: { method: 'GET', path: '/tenants/current' } as Route<Tenant>,
};
