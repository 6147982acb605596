// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { apiKeysFixtures } from '../api-keys.fixtures.ts';
import { cannedResponsesFixtures } from '../canned-responses.fixtures.ts';
import { channelsFixtures } from '../channels.fixtures.ts';
import { contactsFixtures } from '../contacts.fixtures.ts';
import { conversationsFixtures } from '../conversations/fixtures.ts';
import { eventTypesFixtures, eventsFixtures } from '../events.fixtures.ts';
import { knowledgeFaqsFixtures, knowledgeSourcesFixtures } from '../knowledge/fixtures.ts';
import { mediaFixtures } from '../media.fixtures.ts';
import { messagesFixtures } from '../messages/fixtures.ts';
import { templatesFixtures } from '../templates.fixtures.ts';
import { tenantsFixtures } from '../tenants.fixtures.ts';
import { webhookDeliveriesFixtures, webhookEndpointsFixtures } from '../webhooks/fixtures.ts';

/** The fixtures of every noun. */
export const nounFixtures = {
  apiKeys: apiKeysFixtures,
  cannedResponses: cannedResponsesFixtures,
  channels: channelsFixtures,
  contacts: contactsFixtures,
  conversations: conversationsFixtures,
  events: eventsFixtures,
  eventTypes: eventTypesFixtures,
  knowledgeSources: knowledgeSourcesFixtures,
  knowledgeFaqs: knowledgeFaqsFixtures,
  media: mediaFixtures,
  messages: messagesFixtures,
  templates: templatesFixtures,
  tenants: tenantsFixtures,
  webhookEndpoints: webhookEndpointsFixtures,
  webhookDeliveries: webhookDeliveriesFixtures,
};
