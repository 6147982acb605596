// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { addResources } from '../core/resource.ts';
import type { Transport } from '../core/transport.ts';
import type { Agencies } from '../resources/agencies.ts';
import type { AgencyClients } from '../resources/agency-clients.ts';
import type { AgencyGrants } from '../resources/agency-grants.ts';
import type { ApiKeys } from '../resources/api-keys.ts';
import type { AuditLog } from '../resources/audit-log.ts';
import type { CannedResponses } from '../resources/canned-responses.ts';
import type { Channels } from '../resources/channels.ts';
import type { ContactImports } from '../resources/contact-imports.ts';
import type { Contacts } from '../resources/contacts.ts';
import type { Conversations } from '../resources/conversations.ts';
import type { CustomFields } from '../resources/custom-fields.ts';
import type { Deals } from '../resources/deals.ts';
import type { EventTypes } from '../resources/event-types.ts';
import type { Events } from '../resources/events.ts';
import type { Identities } from '../resources/identities.ts';
import type { KnowledgeFaqs } from '../resources/knowledge-faqs.ts';
import type { KnowledgeSources } from '../resources/knowledge-sources.ts';
import type { Media } from '../resources/media.ts';
import type { Members } from '../resources/members.ts';
import type { Messages } from '../resources/messages.ts';
import type { Notes } from '../resources/notes.ts';
import type { Pipelines } from '../resources/pipelines.ts';
import type { Reports } from '../resources/reports.ts';
import type { Segments } from '../resources/segments.ts';
import type { Stages } from '../resources/stages.ts';
import type { Suppressions } from '../resources/suppressions.ts';
import type { Tags } from '../resources/tags.ts';
import type { Templates } from '../resources/templates.ts';
import type { Tenants } from '../resources/tenants.ts';
import type { TicketComments } from '../resources/ticket-comments.ts';
import type { Tickets } from '../resources/tickets.ts';
import type { WebhookDeliveries } from '../resources/webhook-deliveries.ts';
import type { WebhookEndpoints } from '../resources/webhook-endpoints.ts';

/** The members of a client for every resource. */
export class Nouns {
  declare readonly agencies: Agencies;
  declare readonly agencyClients: AgencyClients;
  declare readonly agencyGrants: AgencyGrants;
  declare readonly apiKeys: ApiKeys;
  declare readonly auditLog: AuditLog;
  declare readonly cannedResponses: CannedResponses;
  declare readonly channels: Channels;
  declare readonly contactImports: ContactImports;
  declare readonly contacts: Contacts;
  declare readonly conversations: Conversations;
  declare readonly customFields: CustomFields;
  declare readonly deals: Deals;
  declare readonly eventTypes: EventTypes;
  declare readonly events: Events;
  declare readonly identities: Identities;
  declare readonly knowledgeFaqs: KnowledgeFaqs;
  declare readonly knowledgeSources: KnowledgeSources;
  declare readonly media: Media;
  declare readonly members: Members;
  declare readonly messages: Messages;
  declare readonly notes: Notes;
  declare readonly pipelines: Pipelines;
  declare readonly reports: Reports;
  declare readonly segments: Segments;
  declare readonly stages: Stages;
  declare readonly suppressions: Suppressions;
  declare readonly tags: Tags;
  declare readonly templates: Templates;
  declare readonly tenants: Tenants;
  declare readonly ticketComments: TicketComments;
  declare readonly tickets: Tickets;
  declare readonly webhookDeliveries: WebhookDeliveries;
  declare readonly webhookEndpoints: WebhookEndpoints;

  constructor(transport: Transport) {
    addResources(this, transport);
  }
}
