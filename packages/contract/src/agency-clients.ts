import * as z from 'zod';
import {
  agencyClient,
  agencyClientStatus,
  agencyClientWithKey,
  copiedResource,
  copiedResources,
  issueApiKeyBody,
  issuedApiKey,
} from './agency-clients.record.ts';
import {
  agencyGrant,
  agencyGrantPage,
  listAgencyGrantsQuery,
  newAgencyGrant,
} from './agency-grants.ts';
import { inviteOwnerBody, ownerFields, ownerInvitation } from './agency-owners.ts';
import { clientUsage, clientUsageQuery } from './agency-usage.ts';
import { apiKey, apiKeyPage, listApiKeysQuery } from './api-keys.ts';
import type { ErrorCode } from './errors.ts';
import { eventsOf } from './events-of.ts';
import { idInput, idParams } from './ids.ts';
import { metadataInput, metadataPatch } from './metadata.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, flag, sortedBy, textFilter, timeRanges } from './query.ts';
import { reportLimits } from './reports.ts';
import { ownedRoutes, resourceRoutes } from './resource-routes.ts';
import { tenantLimitsInput } from './tenant-limits.ts';
import { updateTenantBody } from './tenants.ts';
import { textInput } from './text-inputs.ts';

const slug = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must have small letters, digits and single hyphens only');
const externalId = textInput(255);
const profile = updateTenantBody.pick({
  name: true,
  timezone: true,
  locale: true,
  defaultCurrency: true,
}).shape;

export const createAgencyClientBody = z
  .object({
    ...profile,
    name: updateTenantBody.shape.name.unwrap().describe('Display name of the tenant.'),
    slug: slug.nullish().describe('Short name for URLs. Unique within the agency.'),
    externalId: externalId
      .nullish()
      .describe('ID of the client in your own system. Unique within the agency.'),
    metadata: metadataInput.optional(),
    copyFrom: z
      .object({
        clientId: idInput('agencyClient').describe(
          'ID of a client whose grant has the permission `keys`.',
        ),
        include: z
          .array(copiedResource)
          .min(1)
          .max(copiedResources.length)
          .describe('The resources to copy.'),
      })
      .optional()
      .describe(
        'Another client of the agency. A job copies its setup into the new client, and reports the result in `copy`.',
      ),
    limits: tenantLimitsInput.optional(),
    grant: newAgencyGrant
      .optional()
      .describe('The grant of the agency. Without it, the agency has no access to the client.'),
    owner: z
      .object(ownerFields)
      .optional()
      .describe(
        'The first member of the tenant, who is invited as its owner. The server mails the invitation if it sends mails.',
      ),
    issueKey: issueApiKeyBody
      .optional()
      .describe('An API key of the client. Needs a `grant` with the permission `keys`.'),
  })
  .describe('A new client and its tenant.');
export type CreateAgencyClientBody = z.infer<typeof createAgencyClientBody>;

export const updateAgencyClientBody = z
  .object({
    ...profile,
    slug: slug.nullish().describe('Short name for URLs; null clears it. Unique within the agency.'),
    externalId: externalId
      .nullish()
      .describe('ID of the client in your own system; null clears it. Unique within the agency.'),
    metadata: metadataPatch.optional(),
    limits: tenantLimitsInput.optional(),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateAgencyClientBody = z.infer<typeof updateAgencyClientBody>;

export const suspendAgencyClientBody = z
  .object({
    reason: textInput(500)
      .nullish()
      .describe('Why the agency suspends the client. Default: none. The client does not see it.'),
  })
  .describe('Options of the suspension.');
export type SuspendAgencyClientBody = z.infer<typeof suspendAgencyClientBody>;

export const listAgencyClientsQuery = pageQuery
  .extend({
    status: anyOf(agencyClientStatus)
      .optional()
      .describe('Only clients with any of these statuses.'),
    externalId: textFilter(255)
      .optional()
      .describe('Only clients with one of these IDs of your own system.'),
    provisioned: flag
      .optional()
      .describe('True: only clients that the agency created. False: only the others.'),
    q: z
      .string()
      .max(256)
      .optional()
      .describe('Only clients whose name, slug or `externalId` contains this text.'),
    ...timeRanges,
    sort: sortedBy('-createdAt', 'createdAt', 'name', '-name', 'updatedAt', '-updatedAt'),
  })
  .describe('Which clients to list.');
export type ListAgencyClientsQuery = z.infer<typeof listAgencyClientsQuery>;

export const agencyClientPage = page(agencyClient).describe('A page of clients.');

export const agencyClientEvents = eventsOf(agencyClient, {
  'agency_client.created': 'An agency created a client, or a tenant invited the agency.',
  'agency_client.updated':
    'The agency changed fields of a client, or the copy into a new client ended.',
  'agency_client.suspended': 'The agency suspended a client.',
  'agency_client.reactivated': 'The agency reactivated a client.',
  'agency_client.archived': 'The agency archived a client.',
});

/** The path of the clients of an agency. */
export const agencyClientsPath = '/agencies/current/clients';
const path = agencyClientsPath;
const routes = resourceRoutes(path, 'agencyClient', agencyClient);
const grants = ownedRoutes(`${path}/:id/grants`, 'agencyClient', 'agencyGrant', agencyGrant);
const keys = ownedRoutes(`${path}/:id/api-keys`, 'agencyClient', 'apiKey', apiKey);

/** The error codes of every endpoint for agencies. */
const ofAgency: readonly ErrorCode[] = ['SVC-AGENCY-REQUIRED', 'SVC-FORBIDDEN'];
const ofGrant: readonly ErrorCode[] = [...ofAgency, 'SVC-GRANT-REQUIRED'];
/**
 * The error codes of the endpoints that change a client's status. The last one occurs when an operator has archived the
 * tenant.
 */
const ofStatus: readonly ErrorCode[] = [...ofGrant, 'SVC-INVALID-TRANSITION'];
const list = { errors: ofAgency };
const inClient = { resource: 'agencyClient', errors: ofAgency } as const;

export const agencyClientsRoutes = {
  list: {
    ...routes.list('List the clients of an agency', listAgencyClientsQuery, agencyClientPage),
    metadata: list,
  },
  create: {
    ...routes.create('Create a client of an agency', createAgencyClientBody),
    description:
      'Creates a tenant of kind `client`, and with it the grant, the API key and the invitation that the body asks for: all of them or nothing. Without `grant`, the agency has no access to the client. After `copyFrom`, the event `agency_client.updated` has the result.',
    responses: { 201: agencyClientWithKey },
    metadata: {
      creates: 'agencyClient',
      secrets: ['secret', 'invitationToken'],
      errors: [
        ...ofGrant,
        'SVC-NOT-FOUND',
        'SVC-CONFLICT',
        'SVC-RULE-VIOLATION',
        'SVC-LIMIT-REACHED',
      ],
    },
  },
  get: {
    ...routes.get('Get a client of an agency'),
    description: 'Needs a grant with the permission `profile`.',
    metadata: { resource: 'agencyClient', errors: ofGrant },
  },
  update: {
    ...routes.update(
      'Change a client of an agency',
      updateAgencyClientBody,
      ...ofGrant,
      'SVC-CONFLICT',
    ),
    description:
      'Needs a grant with the permission `manage`. The name, time zone, language, currency and limits are also those of the tenant. The limits can be changed only if the agency created the tenant.',
  },
  archive: {
    ...routes.delete('Archive a client of an agency', ...ofGrant),
    description:
      'Needs a grant with the permission `manage`. Revokes the grant. A tenant that the agency created is suspended, and deleted with its data after 30 days unless an operator of the server resumes it.',
  },
  suspend: {
    ...routes.action('suspend', 'Suspend a client of an agency', ...ofStatus),
    body: suspendAgencyClientBody.optional(),
    description:
      'Needs a grant with the permission `manage`, for a tenant that the agency created. The server refuses every request of the tenant with `SVC-TENANT-SUSPENDED` from the next one on, except those that read or revoke its grants. It still stores what its customers write. Suspending a suspended client changes nothing.',
  },
  reactivate: {
    ...routes.action('reactivate', 'Reactivate a client of an agency', ...ofStatus),
    description:
      'Needs a grant with the permission `manage`, for a tenant that the agency created. A tenant that an operator of the server has suspended, too, stays suspended. Reactivating an active client changes nothing.',
  },
  inviteOwner: {
    ...routes.action('invite-owner', 'Invite the owner of a client'),
    body: inviteOwnerBody,
    description:
      'Works if the agency created the tenant, and while only the agency has access to it: no member has an account, and all API keys are from the agency. Needs no grant. Revokes the earlier invitation of an owner. The server mails the invitation if it sends mails.',
    responses: { 200: ownerInvitation },
    metadata: {
      resource: 'agencyClient',
      secrets: ['invitationToken'],
      errors: [...ofAgency, 'SVC-CONFLICT', 'SVC-LIMIT-REACHED'],
    },
  },
  usage: {
    method: 'GET',
    path: `${path}/:id/usage`,
    summary: 'Get the usage of a client',
    description: `Needs a grant with the permission \`profile\`. Counts at most ${reportLimits.records.toLocaleString('en')} messages and contacts; otherwise the response is 422.`,
    pathParams: idParams('agencyClient'),
    query: clientUsageQuery,
    responses: { 200: clientUsage },
    metadata: { resource: 'agencyClient', errors: [...ofGrant, 'SVC-RULE-VIOLATION'] },
  },
  listGrants: {
    ...grants.list('List the grants of a client', listAgencyGrantsQuery, agencyGrantPage),
    metadata: inClient,
  },
  createGrant: {
    ...grants.create(
      'Create a grant of a client',
      newAgencyGrant,
      ...ofAgency,
      'SVC-CONFLICT',
      'SVC-RULE-VIOLATION',
      'SVC-LIMIT-REACHED',
    ),
    description:
      'Works if the agency created the client, and while the setting `agencyCanRegrant` of the client is on. Otherwise the client creates the grant: `POST /agency-grants`.',
  },
  getGrant: {
    ...grants.get('Get a grant of a client'),
    metadata: { resource: 'agencyGrant', owner: 'agencyClient', errors: ofAgency },
  },
  revokeGrant: {
    ...grants.delete('Revoke a grant of a client', ...ofAgency),
    description:
      'Needs no permission. The server refuses the API keys of the grant from the next request on. Revoking a revoked grant changes nothing.',
  },
  listApiKeys: {
    ...keys.list('List the API keys that the agency issued', listApiKeysQuery, apiKeyPage),
    description: 'Needs a grant with the permission `keys`.',
    metadata: { resource: 'agencyClient', errors: ofGrant },
  },
  issueApiKey: {
    ...keys.create('Issue an API key of a client', issueApiKeyBody),
    description:
      'Needs a grant with the permission `keys`. The key gives full access to the data of the client, and ends with the grant.',
    responses: { 201: issuedApiKey },
    metadata: {
      resource: 'agencyClient',
      creates: 'apiKey',
      secrets: ['secret'],
      errors: [...ofGrant, 'SVC-LIMIT-REACHED'],
    },
  },
  getApiKey: {
    ...keys.get('Get an API key that the agency issued'),
    description: 'Needs a grant with the permission `keys`.',
    metadata: { resource: 'apiKey', owner: 'agencyClient', errors: ofGrant },
  },
  revokeApiKey: {
    ...keys.action('revoke', 'Revoke an API key that the agency issued', ...ofGrant),
    description:
      'Needs a grant with the permission `keys`. Revoking a revoked key changes nothing.',
  },
} as const;
