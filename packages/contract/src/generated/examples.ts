// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { apiKeyExamples } from '../api-keys.ts';
import { cannedResponseExamples } from '../canned-responses.ts';
import { channelSimulationExamples } from '../channel-simulation.examples.ts';
import { channelExamples } from '../channels.examples.ts';
import { contactExamples } from '../contacts.examples.ts';
import { conversationExamples } from '../conversations.examples.ts';
import { eventLogExamples } from '../event-log.examples.ts';
import { inboundFailureExamples } from '../inbound-failures.ts';
import { knowledgeFaqExamples } from '../knowledge-faqs.examples.ts';
import { knowledgeSourceExamples } from '../knowledge-sources.examples.ts';
import { mediaExamples } from '../media.ts';
import { messageExamples } from '../messages.examples.ts';
import { platformExamples } from '../platform.examples.ts';
import { templateExamples } from '../templates.examples.ts';
import { tenantExamples } from '../tenants.ts';
import { webhookDeliveryExamples } from '../webhook-deliveries.examples.ts';
import { webhookEndpointExamples } from '../webhook-endpoints.examples.ts';

/** One valid example per schema, by the name of the schema. */
export const examples = {
  ...messageExamples,
  ...conversationExamples,
  ...contactExamples,
  ...channelSimulationExamples,
  ...channelExamples,
  ...templateExamples,
  ...apiKeyExamples,
  ...knowledgeSourceExamples,
  ...knowledgeFaqExamples,
  ...webhookEndpointExamples,
  ...webhookDeliveryExamples,
  ...cannedResponseExamples,
  ...mediaExamples,
  ...eventLogExamples,
  ...tenantExamples,
  ...inboundFailureExamples,
  ...platformExamples,
};
