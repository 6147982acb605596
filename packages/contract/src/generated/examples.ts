// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agencyExamples } from '../agencies.ts';
import { agencyClientExamples } from '../agency-clients.examples.ts';
import { agencyGrantExamples } from '../agency-grants.ts';
import { agencyUsageExamples } from '../agency-usage.ts';
import { apiKeyExamples } from '../api-keys.ts';
import { auditLogExamples } from '../audit-log.ts';
import { businessHoursExamples } from '../business-hours.ts';
import { cannedResponseExamples } from '../canned-responses.ts';
import { channelSimulationExamples } from '../channel-simulation.examples.ts';
import { channelExamples } from '../channels.examples.ts';
import { contactErasureExamples } from '../contact-erasures.ts';
import { contactImportExamples } from '../contact-imports.ts';
import { contactMergeSuggestionExamples } from '../contact-merge-suggestions.ts';
import { contactMergeExamples } from '../contact-merges.ts';
import { contactExamples } from '../contacts.examples.ts';
import { conversationExamples } from '../conversations.examples.ts';
import { currencyExamples } from '../currencies.ts';
import { customFieldExamples } from '../custom-fields.ts';
import { dealExamples } from '../deals.examples.ts';
import { eventLogExamples } from '../event-log.examples.ts';
import { identityExamples } from '../identities.ts';
import { inboundFailureExamples } from '../inbound-failures.ts';
import { knowledgeFaqExamples } from '../knowledge-faqs.examples.ts';
import { knowledgeSourceExamples } from '../knowledge-sources.examples.ts';
import { mediaExamples } from '../media.ts';
import { memberExamples } from '../members.ts';
import { messageExamples } from '../messages.examples.ts';
import { noteExamples } from '../notes.ts';
import { pipelineExamples } from '../pipelines.ts';
import { platformExamples } from '../platform.examples.ts';
import { reportExamples } from '../reports.ts';
import { segmentExamples } from '../segments.ts';
import { stageExamples } from '../stages.ts';
import { suppressionExamples } from '../suppressions.ts';
import { tagExamples } from '../tags.ts';
import { templateExamples } from '../templates.examples.ts';
import { tenantLimitsExamples } from '../tenant-limits.ts';
import { tenantExamples } from '../tenants.ts';
import { ticketCommentExamples } from '../ticket-comments.ts';
import { ticketExamples } from '../tickets.examples.ts';
import { webhookDeliveryExamples } from '../webhook-deliveries.examples.ts';
import { webhookEndpointExamples } from '../webhook-endpoints.examples.ts';

// A type of its own: an inferred one would be written out in full in the declarations.
type Examples = typeof messageExamples & typeof conversationExamples & typeof contactErasureExamples & typeof contactMergeSuggestionExamples & typeof contactMergeExamples & typeof contactExamples & typeof contactImportExamples & typeof channelSimulationExamples & typeof channelExamples & typeof templateExamples & typeof ticketExamples & typeof apiKeyExamples & typeof knowledgeSourceExamples & typeof knowledgeFaqExamples & typeof webhookEndpointExamples & typeof webhookDeliveryExamples & typeof cannedResponseExamples & typeof customFieldExamples & typeof segmentExamples & typeof tagExamples & typeof noteExamples & typeof suppressionExamples & typeof pipelineExamples & typeof stageExamples & typeof dealExamples & typeof mediaExamples & typeof eventLogExamples & typeof tenantLimitsExamples & typeof tenantExamples & typeof agencyClientExamples & typeof agencyGrantExamples & typeof identityExamples & typeof inboundFailureExamples & typeof ticketCommentExamples & typeof agencyExamples & typeof agencyUsageExamples & typeof auditLogExamples & typeof businessHoursExamples & typeof currencyExamples & typeof memberExamples & typeof platformExamples & typeof reportExamples;

/** One valid example per schema, by the name of the schema. */
export const examples: Examples = {
  ...messageExamples,
  ...conversationExamples,
  ...contactErasureExamples,
  ...contactMergeSuggestionExamples,
  ...contactMergeExamples,
  ...contactExamples,
  ...contactImportExamples,
  ...channelSimulationExamples,
  ...channelExamples,
  ...templateExamples,
  ...ticketExamples,
  ...apiKeyExamples,
  ...knowledgeSourceExamples,
  ...knowledgeFaqExamples,
  ...webhookEndpointExamples,
  ...webhookDeliveryExamples,
  ...cannedResponseExamples,
  ...customFieldExamples,
  ...segmentExamples,
  ...tagExamples,
  ...noteExamples,
  ...suppressionExamples,
  ...pipelineExamples,
  ...stageExamples,
  ...dealExamples,
  ...mediaExamples,
  ...eventLogExamples,
  ...tenantLimitsExamples,
  ...tenantExamples,
  ...agencyClientExamples,
  ...agencyGrantExamples,
  ...identityExamples,
  ...inboundFailureExamples,
  ...ticketCommentExamples,
  ...agencyExamples,
  ...agencyUsageExamples,
  ...auditLogExamples,
  ...businessHoursExamples,
  ...currencyExamples,
  ...memberExamples,
  ...platformExamples,
  ...reportExamples,
};
