// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agenciesRoutes } from '../agencies.ts';
import { agencyClientsRoutes } from '../agency-clients.ts';
import { agencyGrantsRoutes } from '../agency-grants.ts';
import { apiKeysRoutes } from '../api-keys.ts';
import { auditLogRoutes } from '../audit-log.ts';
import { cannedResponsesRoutes } from '../canned-responses.ts';
import { channelsRoutes } from '../channels.ts';
import { contactImportsRoutes } from '../contact-imports.ts';
import { contactsRoutes } from '../contacts.ts';
import { conversationsRoutes } from '../conversations.ts';
import { customFieldsRoutes } from '../custom-fields.ts';
import { dealsRoutes } from '../deals.ts';
import { eventTypesRoutes, eventsRoutes } from '../event-log.ts';
import { identitiesRoutes } from '../identities.ts';
import { knowledgeFaqsRoutes } from '../knowledge-faqs.ts';
import { knowledgeSourcesRoutes } from '../knowledge-sources.ts';
import { mediaRoutes } from '../media.ts';
import { membersRoutes } from '../members.ts';
import { messagesRoutes } from '../messages.ts';
import { notesRoutes } from '../notes.ts';
import { pipelinesRoutes } from '../pipelines.ts';
import { reportsRoutes } from '../reports.ts';
import { segmentsRoutes } from '../segments.ts';
import { stagesRoutes } from '../stages.ts';
import { suppressionsRoutes } from '../suppressions.ts';
import { tagsRoutes } from '../tags.ts';
import { templatesRoutes } from '../templates.ts';
import { tenantsRoutes } from '../tenants.ts';
import { ticketCommentsRoutes } from '../ticket-comments.ts';
import { ticketsRoutes } from '../tickets.ts';
import { webhookDeliveriesRoutes } from '../webhook-deliveries.ts';
import { webhookEndpointsRoutes } from '../webhook-endpoints.ts';

// A type of its own: an inferred one would be written out in full in the declarations.
export type Routes = {
  messages: typeof messagesRoutes;
  conversations: typeof conversationsRoutes;
  contacts: typeof contactsRoutes;
  contactImports: typeof contactImportsRoutes;
  channels: typeof channelsRoutes;
  templates: typeof templatesRoutes;
  tickets: typeof ticketsRoutes;
  apiKeys: typeof apiKeysRoutes;
  knowledgeSources: typeof knowledgeSourcesRoutes;
  knowledgeFaqs: typeof knowledgeFaqsRoutes;
  webhookEndpoints: typeof webhookEndpointsRoutes;
  webhookDeliveries: typeof webhookDeliveriesRoutes;
  cannedResponses: typeof cannedResponsesRoutes;
  customFields: typeof customFieldsRoutes;
  segments: typeof segmentsRoutes;
  tags: typeof tagsRoutes;
  notes: typeof notesRoutes;
  suppressions: typeof suppressionsRoutes;
  pipelines: typeof pipelinesRoutes;
  stages: typeof stagesRoutes;
  deals: typeof dealsRoutes;
  media: typeof mediaRoutes;
  events: typeof eventsRoutes;
  eventTypes: typeof eventTypesRoutes;
  tenants: typeof tenantsRoutes;
  agencyClients: typeof agencyClientsRoutes;
  agencyGrants: typeof agencyGrantsRoutes;
  identities: typeof identitiesRoutes;
  ticketComments: typeof ticketCommentsRoutes;
  agencies: typeof agenciesRoutes;
  auditLog: typeof auditLogRoutes;
  members: typeof membersRoutes;
  reports: typeof reportsRoutes;
};

/** The routes of every noun, as the noun declares them. */
export const routes: Routes = {
  messages: messagesRoutes,
  conversations: conversationsRoutes,
  contacts: contactsRoutes,
  contactImports: contactImportsRoutes,
  channels: channelsRoutes,
  templates: templatesRoutes,
  tickets: ticketsRoutes,
  apiKeys: apiKeysRoutes,
  knowledgeSources: knowledgeSourcesRoutes,
  knowledgeFaqs: knowledgeFaqsRoutes,
  webhookEndpoints: webhookEndpointsRoutes,
  webhookDeliveries: webhookDeliveriesRoutes,
  cannedResponses: cannedResponsesRoutes,
  customFields: customFieldsRoutes,
  segments: segmentsRoutes,
  tags: tagsRoutes,
  notes: notesRoutes,
  suppressions: suppressionsRoutes,
  pipelines: pipelinesRoutes,
  stages: stagesRoutes,
  deals: dealsRoutes,
  media: mediaRoutes,
  events: eventsRoutes,
  eventTypes: eventTypesRoutes,
  tenants: tenantsRoutes,
  agencyClients: agencyClientsRoutes,
  agencyGrants: agencyGrantsRoutes,
  identities: identitiesRoutes,
  ticketComments: ticketCommentsRoutes,
  agencies: agenciesRoutes,
  auditLog: auditLogRoutes,
  members: membersRoutes,
  reports: reportsRoutes,
};
