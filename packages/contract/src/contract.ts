import { initContract } from '@ts-rest/core';
import { apiKeysRoutes } from './api-keys.ts';
import { channelsRoutes } from './channels.ts';
import { contactsRoutes } from './contacts.ts';
import { conversationsRoutes } from './conversations.ts';
import { errorEnvelope } from './errors.ts';
import { eventsRoutes, eventTypesRoutes } from './event-log.ts';
import { knowledgeFaqsRoutes } from './knowledge-faqs.ts';
import { knowledgeSourcesRoutes } from './knowledge-sources.ts';
import { messagesRoutes } from './messages.ts';
import { tenantsRoutes } from './tenants.ts';
import { webhookDeliveriesRoutes } from './webhook-deliveries.ts';
import { webhookEndpointsRoutes } from './webhook-endpoints.ts';

/** The same router answers under both; `Location` headers always use the first. */
export const apiPrefixes = ['/api/v1', '/api'] as const;

/** Requests that need a signed-in user: with an API key they are answered 403 SVC-SESSION-REQUIRED. */
export const sessionOnlyRoutes = [
  {
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key (console or command line only)',
  },
] as const;

/** Largest request body. */
export const bodyLimits = { defaultBytes: 1_048_576 } as const;

const commonResponses = {
  400: errorEnvelope,
  401: errorEnvelope,
  403: errorEnvelope,
  404: errorEnvelope,
  405: errorEnvelope,
  409: errorEnvelope,
  413: errorEnvelope,
  415: errorEnvelope,
  422: errorEnvelope,
  429: errorEnvelope,
  500: errorEnvelope,
  502: errorEnvelope,
  503: errorEnvelope,
} as const;

const routes = {
  tenants: tenantsRoutes,
  apiKeys: apiKeysRoutes,
  channels: channelsRoutes,
  messages: messagesRoutes,
  contacts: contactsRoutes,
  conversations: conversationsRoutes,
  knowledgeSources: knowledgeSourcesRoutes,
  knowledgeFaqs: knowledgeFaqsRoutes,
  webhookEndpoints: webhookEndpointsRoutes,
  webhookDeliveries: webhookDeliveriesRoutes,
  events: eventsRoutes,
  eventTypes: eventTypesRoutes,
} as const;

/** Every endpoint of the public API. */
export const contract = initContract().router(routes, { strictStatusCodes: true, commonResponses });
export type Contract = typeof contract;
