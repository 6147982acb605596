// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import { agencyClientsTable } from '../agency-clients/table.ts';
import { agencyGrantsTable, receivedGrantsTable } from '../agency-grants/table.ts';
import { apiKeysTable } from '../api-keys/table.ts';
import { auditLogTable } from '../audit-log/table.ts';
import { agencyDomainsTable } from '../branding/table.ts';
import { cannedResponsesTable } from '../canned-responses/table.ts';
import { channelsTable } from '../channels/table.ts';
import { contactImportErrorsTable, contactImportsTable } from '../contact-imports/table.ts';
import { consentsTable, contactsTable, identitiesTable } from '../contacts/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { customFieldsTable } from '../custom-fields/table.ts';
import { dealPeriodsTable, dealsTable } from '../deals/table.ts';
import { invitationsTable } from '../invitations/table.ts';
import { knowledgeFaqsTable } from '../knowledge-faqs/table.ts';
import { knowledgeContentsTable, knowledgeSourcesTable } from '../knowledge-sources/table.ts';
import { knowledgeChunksTable, knowledgeIndexesTable } from '../knowledge/table.ts';
import { mediaTable } from '../media/table.ts';
import { messagesTable } from '../messages/table.ts';
import { notesTable } from '../notes/table.ts';
import { pipelinesTable } from '../pipelines/table.ts';
import { inboundFailuresTable, pendingReportsTable } from '../receivers/table.ts';
import { requestLogTable } from '../request-log/table.ts';
import { segmentsTable } from '../segments/table.ts';
import { accountsTable, oneTimeLinksTable, sessionsTable } from '../sessions/table.ts';
import { suppressionKeysTable, suppressionsTable } from '../suppressions/table.ts';
import { tagsTable } from '../tags/table.ts';
import { templatesTable } from '../templates/table.ts';
import { tenantsTable } from '../tenants/table.ts';
import { ticketCommentsTable } from '../ticket-comments/table.ts';
import { ticketChangesTable, ticketsTable } from '../tickets/table.ts';
import { usersTable } from '../users/table.ts';
import { deliveriesTable, deliveryAttemptsTable } from '../webhook-deliveries/table.ts';
import { webhookEndpointsTable, webhookLanesTable } from '../webhook-endpoints/table.ts';

/** The tables of records. */
export const tables = {
  agencyClients: agencyClientsTable,
  agencyGrants: agencyGrantsTable,
  receivedGrants: receivedGrantsTable,
  apiKeys: apiKeysTable,
  auditLog: auditLogTable,
  agencyDomains: agencyDomainsTable,
  cannedResponses: cannedResponsesTable,
  channels: channelsTable,
  contactImports: contactImportsTable,
  contactImportErrors: contactImportErrorsTable,
  contacts: contactsTable,
  identities: identitiesTable,
  consents: consentsTable,
  conversations: conversationsTable,
  customFields: customFieldsTable,
  deals: dealsTable,
  dealPeriods: dealPeriodsTable,
  invitations: invitationsTable,
  knowledgeFaqs: knowledgeFaqsTable,
  knowledgeSources: knowledgeSourcesTable,
  knowledgeContents: knowledgeContentsTable,
  knowledgeChunks: knowledgeChunksTable,
  knowledgeIndexes: knowledgeIndexesTable,
  media: mediaTable,
  messages: messagesTable,
  notes: notesTable,
  pipelines: pipelinesTable,
  inboundFailures: inboundFailuresTable,
  pendingReports: pendingReportsTable,
  requestLog: requestLogTable,
  segments: segmentsTable,
  accounts: accountsTable,
  oneTimeLinks: oneTimeLinksTable,
  sessions: sessionsTable,
  suppressions: suppressionsTable,
  suppressionKeys: suppressionKeysTable,
  tags: tagsTable,
  templates: templatesTable,
  tenants: tenantsTable,
  ticketComments: ticketCommentsTable,
  tickets: ticketsTable,
  ticketChanges: ticketChangesTable,
  users: usersTable,
  deliveries: deliveriesTable,
  deliveryAttempts: deliveryAttemptsTable,
  webhookEndpoints: webhookEndpointsTable,
  webhookLanes: webhookLanesTable,
};
