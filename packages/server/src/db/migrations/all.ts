// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Migration } from '../migrate.ts';
import { platform } from './0001-platform.ts';
import { messaging } from './0002-messaging.ts';
import { webhooks } from './0003-webhooks.ts';
import { knowledge } from './0004-knowledge.ts';
import { laneVersions } from './0005-lane-versions.ts';
import { lanesInFlight } from './0006-lanes-in-flight.ts';
import { indexRebuilds } from './0007-index-rebuilds.ts';
import { canceledVersions } from './0008-canceled-versions.ts';
import { urlKeys } from './0009-url-keys.ts';
import { contactNames } from './0010-contact-names.ts';
import { messageWindows } from './0011-message-windows.ts';
import { cannedResponses } from './0012-canned-responses.ts';
import { jobsByName } from './0013-jobs-by-name.ts';
import { clock } from './0014-clock.ts';
import { inbound } from './0016-inbound.ts';
import { channelConnections } from './0017-channel-connections.ts';
import { jobLanes } from './0018-job-lanes.ts';
import { channelPauses } from './0019-channel-pauses.ts';
import { media } from './0020-media.ts';
import { templates } from './0022-templates.ts';
import { consent } from './0023-consent.ts';
import { scheduledMessages } from './0024-scheduled-messages.ts';
import { pipelines } from './0025-pipelines.ts';
import { tenantSettings } from './0025-tenant-settings.ts';
import { contactFilters } from './0026-contact-filters.ts';
import { members } from './0027-members.ts';
import { tickets } from './0028-tickets.ts';
import { ticketComments } from './0029-ticket-comments.ts';
import { mediaUploads } from './0030-media-uploads.ts';
import { phoneKeys } from './0030-phone-keys.ts';
import { deals } from './0032-deals.ts';
import { customFields } from './0033-custom-fields.ts';
import { contactMerges } from './0034-contact-merges.ts';
import { suppressions } from './0035-suppressions.ts';
import { notes } from './0036-notes.ts';
import { consents } from './0037-consents.ts';
import { erasures } from './0037-erasures.ts';
import { listedSuppressions } from './0038-listed-suppressions.ts';
import { deadJobs } from './0039-dead-jobs.ts';
import { contactImports } from './0041-contact-imports.ts';
import { archivedContacts } from './0042-archived-contacts.ts';
import { reports } from './0043-reports.ts';
import { textIndexes } from './0049-text-indexes.ts';
import { typingIndicators } from './0050-typing-indicators.ts';
import { idleConversations } from './0055-idle-conversations.ts';
import { assignments } from './0056-assignments.ts';
import { failedSends } from './0056-failed-sends.ts';
import { valuesOfCustomFields } from './0057-values-of-custom-fields.ts';
import { newestExchanges } from './0058-newest-exchanges.ts';
import { segments } from './0058-segments.ts';
import { expiringMedia } from './0059-expiring-media.ts';
import { mergeSuggestions } from './0060-merge-suggestions.ts';
import { solvedTickets } from './0061-solved-tickets.ts';
import { tags } from './0062-tags.ts';
import { textsOfCannedResponses } from './0062-texts-of-canned-responses.ts';
import { suspensions } from './0063-suspensions.ts';
import { agencies } from './0064-agencies.ts';
import { prioritiesOfJobs } from './0064-priorities-of-jobs.ts';
import { auditLog } from './0065-audit-log.ts';
import { textsOfMessages } from './0066-texts-of-messages.ts';
import { sessions } from './0067-sessions.ts';
import { totp } from './0068-totp.ts';
import { requestLog } from './0070-request-log.ts';
import { channelQuality } from './0071-channel-quality.ts';
import { suspensionReasons } from './0075-suspension-reasons.ts';
import { sessionsOfAgencies } from './0076-sessions-of-agencies.ts';
import { furtherThrottles } from './0077-further-throttles.ts';
import { erasingContacts } from './0090-erasing-contacts.ts';
import { blockedJobs } from './0091-blocked-jobs.ts';
import { purgedTenants } from './0092-purged-tenants.ts';
import { expiringGrants } from './0093-expiring-grants.ts';
import { suspendedBy } from './0096-suspended-by.ts';
import { tenantLimits } from './0097-tenant-limits.ts';
import { copiedClients } from './0099-copied-clients.ts';
import { brandings } from './0100-brandings.ts';
import { movingClock } from './0101-moving-clock.ts';
import { cheaperChanges } from './0102-cheaper-changes.ts';
import { unfinishedErasures } from './0104-unfinished-erasures.ts';
import { owners } from './0105-owners.ts';
import { categoriesOfMessages } from './0107-categories-of-messages.ts';
import { proofsOfDomains } from './0108-proofs-of-domains.ts';
import { namedBySecrets } from './0109-named-by-secrets.ts';
import { equalFiles } from './0110-equal-files.ts';
import { views } from './0114-views.ts';
import { oldInboundFailures } from './0115-old-inbound-failures.ts';
import { selectedMessages } from './0116-selected-messages.ts';
import { openRecords } from './0117-open-records.ts';
import { changesByMinute } from './0118-changes-by-minute.ts';
import { otherAddresses } from './0119-other-addresses.ts';
import { externalIdsOfDeals } from './0121-external-ids-of-deals.ts';
import { suppressionKeys } from './0122-suppression-keys.ts';
import { clientsOfAuditEntries } from './0123-clients-of-audit-entries.ts';

/** In the order in which they are applied: that of their numbers. */
export const migrations: readonly Migration[] = [
  platform,
  messaging,
  webhooks,
  knowledge,
  laneVersions,
  lanesInFlight,
  indexRebuilds,
  canceledVersions,
  urlKeys,
  contactNames,
  messageWindows,
  cannedResponses,
  jobsByName,
  clock,
  inbound,
  channelConnections,
  jobLanes,
  channelPauses,
  media,
  templates,
  consent,
  scheduledMessages,
  pipelines,
  tenantSettings,
  contactFilters,
  members,
  tickets,
  ticketComments,
  mediaUploads,
  phoneKeys,
  deals,
  customFields,
  contactMerges,
  suppressions,
  notes,
  consents,
  erasures,
  listedSuppressions,
  deadJobs,
  contactImports,
  archivedContacts,
  reports,
  textIndexes,
  typingIndicators,
  idleConversations,
  assignments,
  failedSends,
  valuesOfCustomFields,
  newestExchanges,
  segments,
  expiringMedia,
  mergeSuggestions,
  solvedTickets,
  tags,
  textsOfCannedResponses,
  suspensions,
  agencies,
  prioritiesOfJobs,
  auditLog,
  textsOfMessages,
  sessions,
  totp,
  requestLog,
  channelQuality,
  suspensionReasons,
  sessionsOfAgencies,
  furtherThrottles,
  erasingContacts,
  blockedJobs,
  purgedTenants,
  expiringGrants,
  suspendedBy,
  tenantLimits,
  copiedClients,
  brandings,
  movingClock,
  cheaperChanges,
  unfinishedErasures,
  owners,
  categoriesOfMessages,
  proofsOfDomains,
  namedBySecrets,
  equalFiles,
  views,
  oldInboundFailures,
  selectedMessages,
  openRecords,
  changesByMinute,
  otherAddresses,
  externalIdsOfDeals,
  suppressionKeys,
  clientsOfAuditEntries,
];
