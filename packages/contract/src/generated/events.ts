// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agencyClientEvents } from '../agency-clients.ts';
import { agencyGrantEvents } from '../agency-grants.ts';
import { apiKeyEvents } from '../api-keys.ts';
import { cannedResponseEvents } from '../canned-responses.ts';
import { channelEvents } from '../channels.ts';
import { contactErasureEvents } from '../contact-erasures.ts';
import { contactImportEvents } from '../contact-imports.ts';
import { contactMergeSuggestionEvents } from '../contact-merge-suggestions.ts';
import { contactMergeEvents } from '../contact-merges.ts';
import { contactEvents } from '../contacts.ts';
import { conversationEvents } from '../conversations.ts';
import { customFieldEvents } from '../custom-fields.ts';
import { dealEvents } from '../deals.ts';
import { knowledgeFaqEvents } from '../knowledge-faqs.ts';
import { knowledgeSourceEvents } from '../knowledge-sources.ts';
import { memberEvents, memberInvitationEvents } from '../members.ts';
import { messageEvents } from '../messages.ts';
import { noteEvents } from '../notes.ts';
import { pipelineEvents } from '../pipelines.ts';
import { templateEvents } from '../templates.ts';
import { tenantLimitsEvents } from '../tenant-limits.ts';
import { tenantsEvents } from '../tenants.ts';
import { ticketCommentEvents } from '../ticket-comments.ts';
import { ticketEvents } from '../tickets.ts';
import { webhookEndpointEvents } from '../webhook-endpoints.record.ts';

// A type of its own: an inferred one would be written out in full in the declarations.
type NounEvents = typeof messageEvents & typeof conversationEvents & typeof contactErasureEvents & typeof contactMergeSuggestionEvents & typeof contactMergeEvents & typeof contactEvents & typeof contactImportEvents & typeof channelEvents & typeof templateEvents & typeof ticketEvents & typeof apiKeyEvents & typeof knowledgeSourceEvents & typeof knowledgeFaqEvents & typeof webhookEndpointEvents & typeof cannedResponseEvents & typeof customFieldEvents & typeof noteEvents & typeof pipelineEvents & typeof dealEvents & typeof tenantLimitsEvents & typeof tenantsEvents & typeof agencyClientEvents & typeof agencyGrantEvents & typeof ticketCommentEvents & typeof memberEvents & typeof memberInvitationEvents;

/** Every type of event, with the schema of its record. */
export const nounEvents: NounEvents = {
  ...messageEvents,
  ...conversationEvents,
  ...contactErasureEvents,
  ...contactMergeSuggestionEvents,
  ...contactMergeEvents,
  ...contactEvents,
  ...contactImportEvents,
  ...channelEvents,
  ...templateEvents,
  ...ticketEvents,
  ...apiKeyEvents,
  ...knowledgeSourceEvents,
  ...knowledgeFaqEvents,
  ...webhookEndpointEvents,
  ...cannedResponseEvents,
  ...customFieldEvents,
  ...noteEvents,
  ...pipelineEvents,
  ...dealEvents,
  ...tenantLimitsEvents,
  ...tenantsEvents,
  ...agencyClientEvents,
  ...agencyGrantEvents,
  ...ticketCommentEvents,
  ...memberEvents,
  ...memberInvitationEvents,
};
