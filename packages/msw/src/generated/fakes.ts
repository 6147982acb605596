// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agencies } from '../agencies.ts';
import { agencyClients } from '../agency-clients.ts';
import { agencyGrants } from '../agency-grants.ts';
import { apiKeys } from '../api-keys.ts';
import { auditLog } from '../audit-log.ts';
import { cannedResponses } from '../canned-responses.ts';
import { channels } from '../channels.ts';
import { contactImports } from '../contact-imports.ts';
import { contacts } from '../contacts.ts';
import { conversations } from '../conversations.ts';
import { customFields } from '../custom-fields.ts';
import { deals } from '../deals.ts';
import { eventTypes, events } from '../event-queries.ts';
import { identities } from '../identities.ts';
import { knowledgeFaqs } from '../knowledge-faqs.ts';
import { knowledgeSources } from '../knowledge-sources.ts';
import { media } from '../media.ts';
import { messages } from '../messages.ts';
import { notes } from '../notes.ts';
import { pipelines } from '../pipelines.ts';
import { reports } from '../reports.ts';
import { segments } from '../segments.ts';
import { stages } from '../stages.ts';
import { suppressions } from '../suppressions.ts';
import { tags } from '../tags.ts';
import { templates } from '../templates.ts';
import { tenants } from '../tenants.ts';
import { ticketComments } from '../ticket-comments.ts';
import { tickets } from '../tickets.ts';
import { members } from '../users.ts';
import { webhookDeliveries } from '../webhook-deliveries.ts';
import { webhookEndpoints } from '../webhook-endpoints.ts';

/** The fakes of every noun. */
export const nounFakes = {
  messages,
  conversations,
  contacts,
  contactImports,
  channels,
  templates,
  tickets,
  apiKeys,
  knowledgeSources,
  knowledgeFaqs,
  webhookEndpoints,
  webhookDeliveries,
  cannedResponses,
  customFields,
  segments,
  tags,
  notes,
  suppressions,
  pipelines,
  stages,
  deals,
  media,
  events,
  eventTypes,
  tenants,
  agencyClients,
  agencyGrants,
  identities,
  ticketComments,
  agencies,
  auditLog,
  reports,
  members,
};
