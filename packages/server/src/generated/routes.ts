// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Deps } from '../deps.ts';
import { agenciesRoutes } from '../agencies/routes.ts';
import { agencyClientsRoutes } from '../agency-clients/routes.ts';
import { agencyGrantsRoutes } from '../agency-grants/routes.ts';
import { apiKeysRoutes } from '../api-keys/routes.ts';
import { auditLogRoutes } from '../audit-log/routes.ts';
import { cannedResponsesRoutes } from '../canned-responses/routes.ts';
import { channelsRoutes } from '../channels/routes.ts';
import { contactImportsRoutes } from '../contact-imports/routes.ts';
import { contactsRoutes } from '../contacts/routes.ts';
import { conversationsRoutes } from '../conversations/routes.ts';
import { customFieldsRoutes } from '../custom-fields/routes.ts';
import { dealsRoutes } from '../deals/routes.ts';
import { eventTypesRoutes, eventsRoutes } from '../events/routes.ts';
import { identitiesRoutes } from '../identities/routes.ts';
import { knowledgeFaqsRoutes } from '../knowledge-faqs/routes.ts';
import { knowledgeSourcesRoutes } from '../knowledge-sources/routes.ts';
import { mediaRoutes } from '../media/routes.ts';
import { messagesRoutes } from '../messages/routes.ts';
import { notesRoutes } from '../notes/routes.ts';
import { pipelinesRoutes } from '../pipelines/routes.ts';
import { reportsRoutes } from '../reports/routes.ts';
import { segmentsRoutes } from '../segments/routes.ts';
import { stagesRoutes } from '../stages/routes.ts';
import { suppressionsRoutes } from '../suppressions/routes.ts';
import { tagsRoutes } from '../tags/routes.ts';
import { templatesRoutes } from '../templates/routes.ts';
import { tenantsRoutes } from '../tenants/routes.ts';
import { ticketCommentsRoutes } from '../ticket-comments/routes.ts';
import { ticketsRoutes } from '../tickets/routes.ts';
import { membersRoutes } from '../users/routes.ts';
import { webhookDeliveriesRoutes } from '../webhook-deliveries/routes.ts';
import { webhookEndpointsRoutes } from '../webhook-endpoints/routes.ts';

/** Returns the routes of every resource. Those that need more than a context are created with the dependencies. */
export function routesOf(deps: Deps) {
  return {
    agencies: made(agenciesRoutes, deps),
    agencyClients: made(agencyClientsRoutes, deps),
    agencyGrants: made(agencyGrantsRoutes, deps),
    apiKeys: made(apiKeysRoutes, deps),
    auditLog: made(auditLogRoutes, deps),
    cannedResponses: made(cannedResponsesRoutes, deps),
    channels: made(channelsRoutes, deps),
    contactImports: made(contactImportsRoutes, deps),
    contacts: made(contactsRoutes, deps),
    conversations: made(conversationsRoutes, deps),
    customFields: made(customFieldsRoutes, deps),
    deals: made(dealsRoutes, deps),
    events: made(eventsRoutes, deps),
    eventTypes: made(eventTypesRoutes, deps),
    identities: made(identitiesRoutes, deps),
    knowledgeFaqs: made(knowledgeFaqsRoutes, deps),
    knowledgeSources: made(knowledgeSourcesRoutes, deps),
    media: made(mediaRoutes, deps),
    messages: made(messagesRoutes, deps),
    notes: made(notesRoutes, deps),
    pipelines: made(pipelinesRoutes, deps),
    reports: made(reportsRoutes, deps),
    segments: made(segmentsRoutes, deps),
    stages: made(stagesRoutes, deps),
    suppressions: made(suppressionsRoutes, deps),
    tags: made(tagsRoutes, deps),
    templates: made(templatesRoutes, deps),
    tenants: made(tenantsRoutes, deps),
    ticketComments: made(ticketCommentsRoutes, deps),
    tickets: made(ticketsRoutes, deps),
    members: made(membersRoutes, deps),
    webhookDeliveries: made(webhookDeliveriesRoutes, deps),
    webhookEndpoints: made(webhookEndpointsRoutes, deps),
  };
}

function made<Routes>(routes: (deps: Deps) => Routes, deps: Deps): Routes;
function made<Routes extends object>(routes: Routes, deps: Deps): Routes;
function made(routes: unknown, deps: Deps): unknown {
  return typeof routes === 'function' ? routes(deps) : routes;
}
