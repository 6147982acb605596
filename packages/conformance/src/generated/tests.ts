// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Targets } from '../target.ts';
import { describeAgencies } from '../agencies.ts';
import { describeAgencyClients } from '../agency-clients.ts';
import { describeAgencyGrants } from '../agency-grants.ts';
import { describeAnyOrder } from '../any-order/any-order.ts';
import { describeApiKeys } from '../api-keys.ts';
import { describeAuditLog } from '../audit-log.ts';
import { describeBoundaries } from '../boundaries.ts';
import { describeCannedResponses } from '../canned-responses.ts';
import { describeChannelConnections } from '../channel-connections.ts';
import { describeChannels } from '../channels.ts';
import { describeClientCopies } from '../client-copies.ts';
import { describeConsent } from '../consent.ts';
import { describeConsentConfirmations } from '../consent-confirmations.ts';
import { describeContactImports } from '../contact-imports.ts';
import { describeContacts } from '../contacts.ts';
import { describeConversations } from '../conversations/conversations.ts';
import { describeCustomFields } from '../custom-fields.ts';
import { describeDeals } from '../deals.ts';
import { describeEventLog } from '../event-log.ts';
import { describeEventTypes } from '../event-types.ts';
import { describeEvents } from '../events.ts';
import { describeIdentities } from '../identities.ts';
import { describeInboundFailures } from '../inbound-failures.ts';
import { describeKnowledge } from '../knowledge/knowledge.ts';
import { describeMedia } from '../media.ts';
import { describeMembers } from '../members.ts';
import { describeMessages } from '../messages/messages.ts';
import { describeNotes } from '../notes.ts';
import { describePipelines } from '../pipelines.ts';
import { describeReports } from '../reports.ts';
import { describeSegments } from '../segments.ts';
import { describeStages } from '../stages.ts';
import { describeSuppressions } from '../suppressions.ts';
import { describeTags } from '../tags.ts';
import { describeTemplates } from '../templates/templates.ts';
import { describeTenantLimits } from '../tenant-limits.ts';
import { describeTenants } from '../tenants.ts';
import { describeTicketComments } from '../ticket-comments.ts';
import { describeTickets } from '../tickets.ts';
import { describeWebhooks } from '../webhooks/webhooks.ts';

/** The tests of every noun. */
export const nounTests: readonly ((targets: Targets) => void)[] = [
  describeAgencies,
  describeAgencyClients,
  describeAgencyGrants,
  describeAnyOrder,
  describeApiKeys,
  describeAuditLog,
  describeBoundaries,
  describeCannedResponses,
  describeChannelConnections,
  describeChannels,
  describeClientCopies,
  describeConsentConfirmations,
  describeConsent,
  describeContactImports,
  describeContacts,
  describeConversations,
  describeCustomFields,
  describeDeals,
  describeEventLog,
  describeEventTypes,
  describeEvents,
  describeIdentities,
  describeInboundFailures,
  describeKnowledge,
  describeMedia,
  describeMembers,
  describeMessages,
  describeNotes,
  describePipelines,
  describeReports,
  describeSegments,
  describeStages,
  describeSuppressions,
  describeTags,
  describeTemplates,
  describeTenantLimits,
  describeTenants,
  describeTicketComments,
  describeTickets,
  describeWebhooks,
];
