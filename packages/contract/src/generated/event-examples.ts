// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agencyClientEventExamples } from '../agency-clients.examples.ts';
import { agencyGrantEventExamples } from '../agency-grants.ts';
import { apiKeyEventExamples } from '../api-keys.ts';
import { cannedResponseEventExamples } from '../canned-responses.ts';
import { channelEventExamples } from '../channels.examples.ts';
import { contactErasureEventExamples } from '../contact-erasures.ts';
import { contactImportEventExamples } from '../contact-imports.ts';
import { contactMergeSuggestionEventExamples } from '../contact-merge-suggestions.ts';
import { contactMergeEventExamples } from '../contact-merges.ts';
import { contactEventExamples } from '../contacts.examples.ts';
import { conversationEventExamples } from '../conversations.examples.ts';
import { customFieldEventExamples } from '../custom-fields.ts';
import { dealEventExamples } from '../deals.examples.ts';
import { knowledgeFaqEventExamples } from '../knowledge-faqs.examples.ts';
import { knowledgeSourceEventExamples } from '../knowledge-sources.examples.ts';
import { memberEventExamples, memberInvitationEventExamples } from '../members.ts';
import { messageEventExamples } from '../messages.examples.ts';
import { noteEventExamples } from '../notes.ts';
import { pipelineEventExamples } from '../pipelines.ts';
import { templateEventExamples } from '../templates.examples.ts';
import { tenantLimitsEventExamples } from '../tenant-limits.ts';
import { tenantEventExamples } from '../tenants.ts';
import { ticketCommentEventExamples } from '../ticket-comments.ts';
import { ticketEventExamples } from '../tickets.examples.ts';
import { webhookEndpointEventExamples } from '../webhook-endpoints.examples.ts';

// A type of its own: an inferred one would be written out in full in the declarations.
type NounEventExamples = typeof messageEventExamples & typeof conversationEventExamples & typeof contactErasureEventExamples & typeof contactMergeSuggestionEventExamples & typeof contactMergeEventExamples & typeof contactEventExamples & typeof contactImportEventExamples & typeof channelEventExamples & typeof templateEventExamples & typeof ticketEventExamples & typeof apiKeyEventExamples & typeof knowledgeSourceEventExamples & typeof knowledgeFaqEventExamples & typeof webhookEndpointEventExamples & typeof cannedResponseEventExamples & typeof customFieldEventExamples & typeof noteEventExamples & typeof pipelineEventExamples & typeof dealEventExamples & typeof tenantLimitsEventExamples & typeof tenantEventExamples & typeof agencyClientEventExamples & typeof agencyGrantEventExamples & typeof ticketCommentEventExamples & typeof memberEventExamples & typeof memberInvitationEventExamples;

/** What tells the example of each event apart from others. */
export const nounEventExamples: NounEventExamples = {
  ...messageEventExamples,
  ...conversationEventExamples,
  ...contactErasureEventExamples,
  ...contactMergeSuggestionEventExamples,
  ...contactMergeEventExamples,
  ...contactEventExamples,
  ...contactImportEventExamples,
  ...channelEventExamples,
  ...templateEventExamples,
  ...ticketEventExamples,
  ...apiKeyEventExamples,
  ...knowledgeSourceEventExamples,
  ...knowledgeFaqEventExamples,
  ...webhookEndpointEventExamples,
  ...cannedResponseEventExamples,
  ...customFieldEventExamples,
  ...noteEventExamples,
  ...pipelineEventExamples,
  ...dealEventExamples,
  ...tenantLimitsEventExamples,
  ...tenantEventExamples,
  ...agencyClientEventExamples,
  ...agencyGrantEventExamples,
  ...ticketCommentEventExamples,
  ...memberEventExamples,
  ...memberInvitationEventExamples,
};
