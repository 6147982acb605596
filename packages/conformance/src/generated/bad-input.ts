// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { BadInput } from '../bad-input/row.ts';
import { badAgencies } from '../agencies.ts';
import { badAgencyClients } from '../agency-clients.ts';
import { badHeaders } from '../bad-input/headers.ts';
import { badPaths, badQueries } from '../bad-input/queries.ts';
import { badCannedResponses } from '../canned-responses.ts';
import { badChannelConnections } from '../channel-connections.bad-input.ts';
import { badChannels } from '../channels.bad-input.ts';
import { badContactImports } from '../contact-imports.ts';
import { badContacts } from '../contacts.bad-input.ts';
import { badConversations } from '../conversations/bad-input.ts';
import { badCustomFields } from '../custom-fields.ts';
import { badDeals } from '../deals.ts';
import { badIdentities } from '../identities.ts';
import { badKnowledge } from '../knowledge/bad-input.ts';
import { badContents } from '../messages/bad-contents.ts';
import { badMessages } from '../messages/bad-input.ts';
import { badNotes } from '../notes.ts';
import { badPipelines } from '../pipelines.ts';
import { badReports } from '../reports.ts';
import { badSegments } from '../segments.ts';
import { badSuppressions } from '../suppressions.ts';
import { badTags } from '../tags.ts';
import { badTenantLimits } from '../tenant-limits.ts';
import { badTenants } from '../tenants.ts';
import { badTicketComments } from '../ticket-comments.ts';
import { badTickets } from '../tickets.ts';
import { badWebhooks } from '../webhooks/bad-bodies.ts';
import { badReceivers } from '../webhooks/bad-rules.ts';

/** One row per mistake that a caller can make. */
export const badInputs: readonly BadInput[] = [
  ...badAgencies,
  ...badAgencyClients,
  ...badHeaders,
  ...badQueries,
  ...badPaths,
  ...badCannedResponses,
  ...badChannelConnections,
  ...badChannels,
  ...badContactImports,
  ...badContacts,
  ...badConversations,
  ...badCustomFields,
  ...badDeals,
  ...badIdentities,
  ...badKnowledge,
  ...badContents,
  ...badMessages,
  ...badNotes,
  ...badPipelines,
  ...badReports,
  ...badSegments,
  ...badSuppressions,
  ...badTags,
  ...badTenantLimits,
  ...badTenants,
  ...badTicketComments,
  ...badTickets,
  ...badWebhooks,
  ...badReceivers,
];
