// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { apiKeyEvents } from '../api-keys.ts';
import { cannedResponseEvents } from '../canned-responses.ts';
import { channelEvents } from '../channels.ts';
import { contactEvents } from '../contacts.ts';
import { conversationEvents } from '../conversations.ts';
import { knowledgeFaqEvents } from '../knowledge-faqs.ts';
import { knowledgeSourceEvents } from '../knowledge-sources.ts';
import { messageEvents } from '../messages.ts';
import { templateEvents } from '../templates.ts';
import { webhookEndpointEvents } from '../webhook-endpoints.record.ts';

/** Every type of event, with the schema of its record. */
export const nounEvents = {
  ...messageEvents,
  ...conversationEvents,
  ...contactEvents,
  ...channelEvents,
  ...templateEvents,
  ...apiKeyEvents,
  ...knowledgeSourceEvents,
  ...knowledgeFaqEvents,
  ...webhookEndpointEvents,
  ...cannedResponseEvents,
};
