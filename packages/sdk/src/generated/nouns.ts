// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.
import { addResources } from '../core/resource.ts';
import type { Transport } from '../core/transport.ts';
import type { Agencies, AgencyClients, AgencyGrants, ApiKeys, AuditLog, CannedResponses, Channels, ContactImports, Contacts, Conversations, CustomFields, Deals, EventTypes, Events, Identities, KnowledgeFaqs, KnowledgeSources, Media, Members, Messages, Notes, Pipelines, Reports, Segments, Stages, Suppressions, Tags, Templates, Tenants, TicketComments, Tickets, WebhookDeliveries, WebhookEndpoints } from './resources.ts';

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
