// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { apiKeyEventExamples } from '../api-keys.ts';
import { cannedResponseEventExamples } from '../canned-responses.ts';
import { channelEventExamples } from '../channels.examples.ts';
import { contactEventExamples } from '../contacts.examples.ts';
import { conversationEventExamples } from '../conversations.examples.ts';
import { knowledgeFaqEventExamples } from '../knowledge-faqs.examples.ts';
import { knowledgeSourceEventExamples } from '../knowledge-sources.examples.ts';
import { messageEventExamples } from '../messages.examples.ts';
import { templateEventExamples } from '../templates.examples.ts';
import { webhookEndpointEventExamples } from '../webhook-endpoints.examples.ts';

/** What tells the example of each event apart from others. */
export const nounEventExamples = {
  ...messageEventExamples,
  ...conversationEventExamples,
  ...contactEventExamples,
  ...channelEventExamples,
  ...templateEventExamples,
  ...apiKeyEventExamples,
  ...knowledgeSourceEventExamples,
  ...knowledgeFaqEventExamples,
  ...webhookEndpointEventExamples,
  ...cannedResponseEventExamples,
};
