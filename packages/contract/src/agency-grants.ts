import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleId, exampleIds, made, onePage } from './example-values.ts';
import { id, idInput } from './ids.ts';
import { named, recordTimes } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RouteMetadata } from './routes.ts';
import { timestampInput } from './timestamps.ts';

/** The maximum number of active grants that a tenant may give. */
export const activeGrantsLimit = 20;

export const agencyPermission = z
  .enum(['profile', 'manage', 'keys'])
  .describe(
    'What a grant permits. `profile`: read the client record and its usage; every grant permits it. `manage`: change, suspend and archive the client. `keys`: issue API keys of the client, which give full access to its data.',
  );
export type AgencyPermission = z.infer<typeof agencyPermission>;

export const agencyGrantStatus = z
  .enum(['active', 'revoked', 'expired'])
  .describe('Status of the grant. Only an active grant permits anything.');

const party = z
  .object({
    type: z.enum(['agency', 'client']).describe('Which side it was.'),
    id: id('tenant').describe('ID of the tenant of that side.'),
  })
  .describe('One side of a grant.');

export class AgencyGrantSchema extends named(
  'The permission that a tenant, the client, gives an agency. Both sides can read and revoke it.',
  {
    id: id('agencyGrant'),
    agencyId: id('tenant').describe('ID of the tenant of the agency.'),
    agencyName: textOrNull('Name of the agency at present; null = it is no longer an agency.'),
    agencyClientId: id('agencyClient').describe('ID of the client record of the agency.'),
    permissions: z.array(agencyPermission).describe('What the agency may do.'),
    status: agencyGrantStatus,
    grantedBy: party.describe('The side that created the grant.'),
    revokedBy: party.nullable().describe('The side that revoked the grant; null = not revoked.'),
    expiresAt: timeOrNull('Expiry time: the grant permits nothing from then on. Null = never.'),
    revokedAt: timeOrNull('Time of the revocation; null = not revoked.'),
    ...recordTimes,
  },
) {}
export const agencyGrant = new AgencyGrantSchema();
export type AgencyGrant = z.infer<typeof agencyGrant>;

export const newAgencyGrant = z
  .object({
    permissions: z
      .array(agencyPermission)
      .min(1)
      .max(3)
      .describe('What the agency may do. `profile` is always included.'),
    expiresAt: timestampInput
      .optional()
      .describe('Expiry time, in the future. API keys of the grant expire then, too.'),
  })
  .describe('A new grant.');
export type NewAgencyGrant = z.infer<typeof newAgencyGrant>;

export const createAgencyGrantBody = newAgencyGrant
  .extend({ agencyId: idInput('tenant').describe('ID of the tenant of the agency.') })
  .describe('A new grant for an agency.');
export type CreateAgencyGrantBody = z.infer<typeof createAgencyGrantBody>;

export const listAgencyGrantsQuery = pageQuery
  .extend({
    status: anyOf(agencyGrantStatus).optional().describe('Only grants with any of these statuses.'),
    ...timeRanges,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which grants to list.');
export type ListAgencyGrantsQuery = z.infer<typeof listAgencyGrantsQuery>;

export const agencyGrantPage = page(agencyGrant).describe('A page of grants.');

export const agencyGrantEvents = eventsOf(agencyGrant, {
  'agency_grant.created': 'An agency got a grant. The agency and the client both get this event.',
  'agency_grant.revoked':
    'A grant was revoked. The agency and the client both get this event. API keys of the grant are refused from then on.',
  'agency_grant.expired':
    'A grant has reached its expiry time. The agency and the client both get this event, up to seconds after that time.',
});

const routes = resourceRoutes('/agency-grants', 'agencyGrant', agencyGrant);

/** Marks an endpoint that also works while the tenant is suspended, so that the tenant can end the access of an agency. */
function whileSuspended<Route extends { readonly metadata: RouteMetadata }>(route: Route) {
  return { ...route, metadata: { ...route.metadata, whileSuspended: true } };
}

export const agencyGrantsRoutes = {
  list: {
    ...whileSuspended(
      routes.list('List the grants of this tenant', listAgencyGrantsQuery, agencyGrantPage),
    ),
    description: 'Also works while the tenant is suspended.',
  },
  create: {
    ...routes.create(
      'Give an agency a grant',
      createAgencyGrantBody,
      'SVC-FORBIDDEN',
      'SVC-CONFLICT',
      'SVC-RULE-VIOLATION',
      'SVC-LIMIT-REACHED',
    ),
    description:
      'The tenant becomes a client of the agency. An agency can have one active grant of a tenant: to change it, revoke it and create another one. API keys that an agency issued get `SVC-FORBIDDEN`.',
  },
  get: {
    ...whileSuspended(routes.get('Get a grant of this tenant')),
    description: 'Also works while the tenant is suspended.',
  },
  revoke: {
    ...whileSuspended(routes.delete('Revoke a grant of this tenant', 'SVC-FORBIDDEN')),
    description:
      'The server refuses the API keys of the grant from the next request on. If the agency created the tenant, the open invitations of owners that no member has made are revoked, too. Revoking a revoked grant changes nothing. API keys that an agency issued get `SVC-FORBIDDEN`. Also works while the tenant is suspended.',
  },
};

export const exampleGrant: AgencyGrant = {
  id: exampleId('agencyGrant', '1'),
  agencyId: exampleIds.tenant,
  agencyName: 'Agência Norte',
  agencyClientId: exampleId('agencyClient', '1'),
  permissions: ['profile', 'manage', 'keys'],
  status: 'active',
  grantedBy: { type: 'agency', id: exampleIds.tenant },
  revokedBy: null,
  expiresAt: null,
  revokedAt: null,
  createdAt: at(10),
  updatedAt: at(10),
};

export const agencyGrantExamples = {
  agencyGrant: exampleGrant,
  agencyGrantPage: onePage(exampleGrant),
  newAgencyGrant: { permissions: ['manage', 'keys'] },
  createAgencyGrantBody: { agencyId: exampleIds.tenant, permissions: ['profile'] },
  listAgencyGrantsQuery: { status: ['active'] },
} as const;

export const agencyGrantEventExamples = {
  'agency_grant.created': made(exampleGrant),
  'agency_grant.revoked': changed(exampleGrant, {
    status: 'revoked',
    revokedBy: { type: 'agency', id: exampleIds.tenant },
    revokedAt: at(50),
  }),
  'agency_grant.expired': changed<AgencyGrant>(
    { ...exampleGrant, expiresAt: at(50) },
    { status: 'expired' },
  ),
};
