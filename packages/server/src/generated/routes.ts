// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Deps } from '../deps.ts';
import { apiKeysRoutes } from '../api-keys/routes.ts';
import { cannedResponsesRoutes } from '../canned-responses/routes.ts';
import { channelsRoutes } from '../channels/routes.ts';
import { contactsRoutes } from '../contacts/routes.ts';
import { conversationsRoutes } from '../conversations/routes.ts';
import { eventTypesRoutes, eventsRoutes } from '../events/routes.ts';
import { knowledgeFaqsRoutes } from '../knowledge-faqs/routes.ts';
import { knowledgeSourcesRoutes } from '../knowledge-sources/routes.ts';
import { mediaRoutes } from '../media/routes.ts';
import { messagesRoutes } from '../messages/routes.ts';
import { templatesRoutes } from '../templates/routes.ts';
import { tenantsRoutes } from '../tenants/routes.ts';
import { webhookDeliveriesRoutes } from '../webhook-deliveries/routes.ts';
import { webhookEndpointsRoutes } from '../webhook-endpoints/routes.ts';

/** Returns the routes of every resource. Those that need more than a context are created with the dependencies. */
export function routesOf(deps: Deps) {
  return {
    apiKeys: made(apiKeysRoutes, deps),
    cannedResponses: made(cannedResponsesRoutes, deps),
    channels: made(channelsRoutes, deps),
    contacts: made(contactsRoutes, deps),
    conversations: made(conversationsRoutes, deps),
    events: made(eventsRoutes, deps),
    eventTypes: made(eventTypesRoutes, deps),
    knowledgeFaqs: made(knowledgeFaqsRoutes, deps),
    knowledgeSources: made(knowledgeSourcesRoutes, deps),
    media: made(mediaRoutes, deps),
    messages: made(messagesRoutes, deps),
    templates: made(templatesRoutes, deps),
    tenants: made(tenantsRoutes, deps),
    webhookDeliveries: made(webhookDeliveriesRoutes, deps),
    webhookEndpoints: made(webhookEndpointsRoutes, deps),
  };
}

function made<Routes>(routes: (deps: Deps) => Routes, deps: Deps): Routes;
function made<Routes extends object>(routes: Routes, deps: Deps): Routes;
function made(routes: unknown, deps: Deps): unknown {
  return typeof routes === 'function' ? routes(deps) : routes;
}
