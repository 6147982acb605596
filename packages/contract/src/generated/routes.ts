// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { apiKeysRoutes } from '../api-keys.ts';
import { cannedResponsesRoutes } from '../canned-responses.ts';
import { channelsRoutes } from '../channels.ts';
import { contactsRoutes } from '../contacts.ts';
import { conversationsRoutes } from '../conversations.ts';
import { eventTypesRoutes, eventsRoutes } from '../event-log.ts';
import { knowledgeFaqsRoutes } from '../knowledge-faqs.ts';
import { knowledgeSourcesRoutes } from '../knowledge-sources.ts';
import { mediaRoutes } from '../media.ts';
import { messagesRoutes } from '../messages.ts';
import { templatesRoutes } from '../templates.ts';
import { tenantsRoutes } from '../tenants.ts';
import { webhookDeliveriesRoutes } from '../webhook-deliveries.ts';
import { webhookEndpointsRoutes } from '../webhook-endpoints.ts';

// A type of its own: an inferred one would be written out in full in the declarations.
export type Routes = {
  messages: typeof messagesRoutes;
  conversations: typeof conversationsRoutes;
  contacts: typeof contactsRoutes;
  channels: typeof channelsRoutes;
  templates: typeof templatesRoutes;
  apiKeys: typeof apiKeysRoutes;
  knowledgeSources: typeof knowledgeSourcesRoutes;
  knowledgeFaqs: typeof knowledgeFaqsRoutes;
  webhookEndpoints: typeof webhookEndpointsRoutes;
  webhookDeliveries: typeof webhookDeliveriesRoutes;
  cannedResponses: typeof cannedResponsesRoutes;
  media: typeof mediaRoutes;
  events: typeof eventsRoutes;
  eventTypes: typeof eventTypesRoutes;
  tenants: typeof tenantsRoutes;
};

/** The routes of every noun, as the noun declares them. */
export const routes: Routes = {
  messages: messagesRoutes,
  conversations: conversationsRoutes,
  contacts: contactsRoutes,
  channels: channelsRoutes,
  templates: templatesRoutes,
  apiKeys: apiKeysRoutes,
  knowledgeSources: knowledgeSourcesRoutes,
  knowledgeFaqs: knowledgeFaqsRoutes,
  webhookEndpoints: webhookEndpointsRoutes,
  webhookDeliveries: webhookDeliveriesRoutes,
  cannedResponses: cannedResponsesRoutes,
  media: mediaRoutes,
  events: eventsRoutes,
  eventTypes: eventTypesRoutes,
  tenants: tenantsRoutes,
};
