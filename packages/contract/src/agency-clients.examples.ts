import type { AgencyClient } from './agency-clients.record.ts';
import { exampleGrant } from './agency-grants.ts';
import { exampleApiKey } from './api-keys.ts';
import { at, changed, exampleId, made, onePage } from './example-values.ts';
import { memberExamples } from './members.ts';
import { exampleLimits } from './tenant-limits.ts';

const example: AgencyClient = {
  id: exampleId('agencyClient', '1'),
  tenantId: exampleId('tenant', '7'),
  name: 'Padaria Aurora',
  slug: 'padaria-aurora',
  externalId: 'customer-4711',
  status: 'active',
  provisioned: true,
  timezone: 'America/Sao_Paulo',
  locale: 'pt-BR',
  defaultCurrency: 'BRL',
  limits: exampleLimits,
  grant: exampleGrant,
  metadata: { plan: 'gold' },
  suspendedAt: null,
  suspendedReason: null,
  copy: {
    clientId: exampleId('agencyClient', '2'),
    include: ['pipelines', 'tags', 'faqs'],
    status: 'completed',
    copied: { pipelines: 2, tags: 14, customFields: 0, faqs: 120 },
    skipped: 0,
    finishedAt: at(12),
  },
  createdAt: at(10),
  updatedAt: at(40),
};
const issued = {
  ...exampleApiKey,
  createdBy: { type: 'agency', id: exampleGrant.agencyId },
  grantId: exampleGrant.id,
} as const;
const secret = 'prl_live_…';

export const agencyClientExamples = {
  agencyClient: example,
  agencyClientCopy: example.copy,
  agencyClientPage: onePage(example),
  agencyClientWithKey: {
    ...example,
    apiKey: issued,
    secret,
    invitation: memberExamples.memberInvitation,
    invitationToken: '…',
  },
  issuedApiKey: { ...issued, secret },
  issueApiKeyBody: { name: 'Agency dashboard' },
  createAgencyClientBody: {
    name: example.name,
    externalId: 'customer-4711',
    timezone: 'America/Sao_Paulo',
    copyFrom: { clientId: exampleId('agencyClient', '2'), include: ['pipelines', 'tags', 'faqs'] },
    limits: { messagesPerMonth: 50_000, contacts: 10_000 },
    grant: { permissions: ['manage', 'keys'] },
    owner: { name: 'Bo Berg', email: 'bo@example.com' },
    issueKey: { name: 'Agency dashboard' },
  },
  inviteOwnerBody: { name: 'Bo Berg', email: 'bo@example.com' },
  ownerInvitation: { invitation: memberExamples.memberInvitation, invitationToken: '…' },
  updateAgencyClientBody: { name: 'Padaria Aurora Matriz', metadata: { plan: 'silver' } },
  suspendAgencyClientBody: { reason: 'Unpaid since August' },
  listAgencyClientsQuery: { q: 'padaria', status: ['active'] },
} as const;

const suspension = {
  status: 'suspended',
  suspendedAt: at(50),
  suspendedReason: 'Unpaid since August',
} as const;

export const agencyClientEventExamples = {
  'agency_client.created': made({ ...example, grant: null }),
  'agency_client.updated': changed(example, { name: 'Padaria Aurora Matriz' }),
  'agency_client.suspended': changed(example, suspension),
  'agency_client.reactivated': changed<AgencyClient>(
    { ...example, ...suspension },
    { status: 'active', suspendedAt: null, suspendedReason: null },
  ),
  'agency_client.archived': made(example),
};
