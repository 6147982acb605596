// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { apiKeys } from '../api-keys.ts';
import { cannedResponses } from '../canned-responses.ts';
import { channels } from '../channels.ts';
import { contacts } from '../contacts.ts';
import { conversations } from '../conversations.ts';
import { eventTypes, events } from '../event-queries.ts';
import { knowledgeFaqs } from '../knowledge-faqs.ts';
import { knowledgeSources } from '../knowledge-sources.ts';
import { media } from '../media.ts';
import { messages } from '../messages.ts';
import { templates } from '../templates.ts';
import { tenants } from '../tenants.ts';
import { webhookDeliveries } from '../webhook-deliveries.ts';
import { webhookEndpoints } from '../webhook-endpoints.ts';

/** The fakes of every noun. */
export const nounFakes = {
  messages,
  conversations,
  contacts,
  channels,
  templates,
  apiKeys,
  knowledgeSources,
  knowledgeFaqs,
  webhookEndpoints,
  webhookDeliveries,
  cannedResponses,
  media,
  events,
  eventTypes,
  tenants,
};
