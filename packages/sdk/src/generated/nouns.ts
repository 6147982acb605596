// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Transport } from '../core/transport.ts';
import { ApiKeys } from '../resources/api-keys.ts';
import { CannedResponses } from '../resources/canned-responses.ts';
import { Channels } from '../resources/channels.ts';
import { Contacts } from '../resources/contacts.ts';
import { Conversations } from '../resources/conversations.ts';
import { EventTypes } from '../resources/event-types.ts';
import { Events } from '../resources/events.ts';
import { KnowledgeFaqs } from '../resources/knowledge-faqs.ts';
import { KnowledgeSources } from '../resources/knowledge-sources.ts';
import { Media } from '../resources/media.ts';
import { Messages } from '../resources/messages.ts';
import { Templates } from '../resources/templates.ts';
import { Tenants } from '../resources/tenants.ts';
import { WebhookDeliveries } from '../resources/webhook-deliveries.ts';
import { WebhookEndpoints } from '../resources/webhook-endpoints.ts';

/** The members of a client for every resource. */
export class Nouns {
  readonly apiKeys: ApiKeys;
  readonly cannedResponses: CannedResponses;
  readonly channels: Channels;
  readonly contacts: Contacts;
  readonly conversations: Conversations;
  readonly eventTypes: EventTypes;
  readonly events: Events;
  readonly knowledgeFaqs: KnowledgeFaqs;
  readonly knowledgeSources: KnowledgeSources;
  readonly media: Media;
  readonly messages: Messages;
  readonly templates: Templates;
  readonly tenants: Tenants;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly webhookEndpoints: WebhookEndpoints;

  constructor(transport: Transport) {
    this.apiKeys = new ApiKeys(transport);
    this.cannedResponses = new CannedResponses(transport);
    this.channels = new Channels(transport);
    this.contacts = new Contacts(transport);
    this.conversations = new Conversations(transport);
    this.eventTypes = new EventTypes(transport);
    this.events = new Events(transport);
    this.knowledgeFaqs = new KnowledgeFaqs(transport);
    this.knowledgeSources = new KnowledgeSources(transport);
    this.media = new Media(transport);
    this.messages = new Messages(transport);
    this.templates = new Templates(transport);
    this.tenants = new Tenants(transport);
    this.webhookDeliveries = new WebhookDeliveries(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
  }
}
