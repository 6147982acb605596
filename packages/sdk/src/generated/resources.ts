// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
export type { ApiKeys } from '../resources/api-keys.ts';
export type { CannedResponses } from '../resources/canned-responses.ts';
export type { Channels } from '../resources/channels.ts';
export type { Contacts } from '../resources/contacts.ts';
export type { Conversations } from '../resources/conversations.ts';
export type { EventTypes } from '../resources/event-types.ts';
export type { Events } from '../resources/events.ts';
export type { KnowledgeFaqs } from '../resources/knowledge-faqs.ts';
export type { KnowledgeSources } from '../resources/knowledge-sources.ts';
export type { Media } from '../resources/media.ts';
export type { Messages } from '../resources/messages.ts';
export type { Templates } from '../resources/templates.ts';
export type { Tenants } from '../resources/tenants.ts';
export type { WebhookDeliveries } from '../resources/webhook-deliveries.ts';
export type { WebhookEndpoints } from '../resources/webhook-endpoints.ts';
