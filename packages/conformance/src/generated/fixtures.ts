// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agenciesFixtures } from '../agencies.fixtures.ts';
import { agencyClientsFixtures } from '../agency-clients.fixtures.ts';
import { agencyGrantsFixtures } from '../agency-grants.fixtures.ts';
import { apiKeysFixtures } from '../api-keys.fixtures.ts';
import { auditLogFixtures } from '../audit-log.fixtures.ts';
import { cannedResponsesFixtures } from '../canned-responses.fixtures.ts';
import { channelsFixtures } from '../channels.fixtures.ts';
import { contactImportsFixtures } from '../contact-imports.fixtures.ts';
import { contactsFixtures } from '../contacts.fixtures.ts';
import { conversationsFixtures } from '../conversations/fixtures.ts';
import { customFieldsFixtures } from '../custom-fields.fixtures.ts';
import { dealsFixtures } from '../deals.fixtures.ts';
import { eventTypesFixtures, eventsFixtures } from '../events.fixtures.ts';
import { identitiesFixtures } from '../identities.fixtures.ts';
import { knowledgeFaqsFixtures, knowledgeSourcesFixtures } from '../knowledge/fixtures.ts';
import { mediaFixtures } from '../media.fixtures.ts';
import { membersFixtures } from '../members.fixtures.ts';
import { messagesFixtures } from '../messages/fixtures.ts';
import { notesFixtures } from '../notes.fixtures.ts';
import { pipelinesFixtures } from '../pipelines.fixtures.ts';
import { reportsFixtures } from '../reports.fixtures.ts';
import { segmentsFixtures } from '../segments.fixtures.ts';
import { stagesFixtures } from '../stages.fixtures.ts';
import { suppressionsFixtures } from '../suppressions.fixtures.ts';
import { tagsFixtures } from '../tags.fixtures.ts';
import { templatesFixtures } from '../templates.fixtures.ts';
import { tenantsFixtures } from '../tenants.fixtures.ts';
import { ticketCommentsFixtures } from '../ticket-comments.fixtures.ts';
import { ticketsFixtures } from '../tickets.fixtures.ts';
import { webhookDeliveriesFixtures, webhookEndpointsFixtures } from '../webhooks/fixtures.ts';

/** The fixtures of every noun. */
export const nounFixtures = {
  agencies: agenciesFixtures,
  agencyClients: agencyClientsFixtures,
  agencyGrants: agencyGrantsFixtures,
  apiKeys: apiKeysFixtures,
  auditLog: auditLogFixtures,
  cannedResponses: cannedResponsesFixtures,
  channels: channelsFixtures,
  contactImports: contactImportsFixtures,
  contacts: contactsFixtures,
  conversations: conversationsFixtures,
  customFields: customFieldsFixtures,
  deals: dealsFixtures,
  events: eventsFixtures,
  eventTypes: eventTypesFixtures,
  identities: identitiesFixtures,
  knowledgeSources: knowledgeSourcesFixtures,
  knowledgeFaqs: knowledgeFaqsFixtures,
  media: mediaFixtures,
  members: membersFixtures,
  messages: messagesFixtures,
  notes: notesFixtures,
  pipelines: pipelinesFixtures,
  reports: reportsFixtures,
  segments: segmentsFixtures,
  stages: stagesFixtures,
  suppressions: suppressionsFixtures,
  tags: tagsFixtures,
  templates: templatesFixtures,
  tenants: tenantsFixtures,
  ticketComments: ticketCommentsFixtures,
  tickets: ticketsFixtures,
  webhookEndpoints: webhookEndpointsFixtures,
  webhookDeliveries: webhookDeliveriesFixtures,
};
