import {
  type Agency,
  type AgencyClient,
  type AgencyGrant,
  agencyClientsLimit,
  type CreateAgencyClientBody,
  fold,
  type IssueApiKeyBody,
  type ListAgencyClientsQuery,
  ServiceError,
  type Tenant,
  type UpdateAgencyClientBody,
} from '@parley/contract/schemas';
import type { StoredAgencyGrant } from './agency-grants.ts';
import { noBranding } from './branding.ts';
import { newCopy } from './client-copies.ts';
import { expiryAfter } from './ending.ts';
import { anyOf, containing, flagged } from './filters.ts';
import { checkLimit, violation } from './refusals.ts';
import { type ChangeEvent, defineRules, patched, remaining } from './rules.ts';
import { type StoredTenant, withLimits } from './tenants.ts';

/** The fields of a client that the API reads from the client's tenant. */
export type ClientProfile = Pick<
  Tenant,
  'name' | 'timezone' | 'locale' | 'defaultCurrency' | 'limits'
>;

/** A client of an agency, without its grant. */
export interface StoredAgencyClient
  extends Omit<AgencyClient, 'grant' | keyof ClientProfile>,
    ClientProfile {}

/** The input for a new client: the tenant that becomes the client. */
export interface NewClient
  extends Pick<CreateAgencyClientBody, 'slug' | 'externalId' | 'metadata' | 'copyFrom'> {
  readonly tenant: Tenant;
  readonly agencyId: string;
}

export const agencyClientRules = defineRules<
  StoredAgencyClient,
  NewClient,
  UpdateAgencyClientBody,
  ListAgencyClientsQuery
>({
  kind: 'agencyClient',
  initial: (
    { tenant, agencyId, slug = null, externalId = null, metadata = {}, copyFrom },
    { id, at },
  ) => ({
    id,
    tenantId: tenant.id,
    ...profileOf(tenant),
    slug,
    externalId,
    status: 'active',
    provisioned: tenant.agencyId === agencyId,
    metadata,
    suspendedAt: null,
    suspendedReason: null,
    copy: copyFrom ? newCopy(copyFrom) : null,
    createdAt: at,
    updatedAt: at,
  }),
  changed: (before, { limits, ...body }) => withLimits(patched(before, body), limits),
  unique: { slug: ({ slug }) => slug, externalId: ({ externalId }) => externalId },
  events: { created: 'agency_client.created', deleted: 'agency_client.archived' },
  changeEvents,
  filters: {
    status: anyOf('status'),
    externalId: anyOf('externalId'),
    provisioned: flagged('provisioned'),
    q: containing(textsOf),
  },
  sortKeys: { name: ({ name }) => fold(name) },
});

function changeEvents({
  status,
  suspendedAt,
  suspendedReason,
  ...rest
}: Partial<StoredAgencyClient>): readonly ChangeEvent<StoredAgencyClient>[] {
  const updated = remaining<StoredAgencyClient>('agency_client.updated', rest);
  if (status === undefined) return updated;
  const previous = {
    status,
    suspendedAt: suspendedAt ?? null,
    ...(suspendedReason !== undefined && { suspendedReason }),
  };
  const type = status === 'active' ? 'agency_client.suspended' : 'agency_client.reactivated';
  return [{ type, previous }, ...updated];
}

/** Returns the texts of a client that the parameter `q` searches; null for a field without a text. */
function textsOf({ name, slug, externalId }: StoredAgencyClient): readonly (string | null)[] {
  return [name, slug, externalId];
}

export function agencyClientText(client: StoredAgencyClient): string {
  return textsOf(client)
    .flatMap((text) => (text === null ? [] : fold(text)))
    .join('\n');
}

export function profileOf({
  name,
  timezone,
  locale,
  defaultCurrency,
  limits,
}: ClientProfile): ClientProfile {
  return { name, timezone, locale, defaultCurrency, limits };
}

/**
 * Returns the client as the API shows it to the agency. Without an active grant, the fields that belong to the client's
 * tenant are null.
 */
export function shownClient(
  { timezone, locale, defaultCurrency, limits, ...client }: StoredAgencyClient,
  grant: AgencyGrant | undefined,
): AgencyClient {
  const own = grant ? { timezone, locale, defaultCurrency, limits } : hiddenProfile;
  const { id, tenantId, name, slug, externalId, status, provisioned, ...rest } = client;
  const first = { id, tenantId, name, slug, externalId, status, provisioned };
  return { ...first, ...own, grant: grant ?? null, ...rest };
}

const hiddenProfile = { timezone: null, locale: null, defaultCurrency: null, limits: null };

/**
 * Returns the suspended client. A client that was suspended before keeps its time and its reason. Throws SVC-FORBIDDEN
 * unless the agency created the tenant of the client.
 */
export function suspendedClient(
  before: StoredAgencyClient,
  reason: string | null,
  at: string,
): StoredAgencyClient {
  requireProvisioned(before);
  if (before.status === 'suspended') return before;
  return { ...before, status: 'suspended', suspendedAt: at, suspendedReason: reason };
}

/** Returns the active client. Throws SVC-FORBIDDEN unless the agency created the tenant of the client. */
export function reactivatedClient(before: StoredAgencyClient): StoredAgencyClient {
  requireProvisioned(before);
  return { ...before, status: 'active', suspendedAt: null, suspendedReason: null };
}

/** Throws SVC-FORBIDDEN unless the agency created the tenant of the client. */
export function requireProvisioned(client: StoredAgencyClient): void {
  if (!client.provisioned) throw new ServiceError('SVC-FORBIDDEN', { reason: 'not_provisioned' });
}

/**
 * Throws SVC-FORBIDDEN unless the agency created the tenant of the client, and the settings of the tenant allow the agency
 * to create grants itself.
 */
export function checkRegrant(
  client: StoredAgencyClient,
  { settings }: Pick<Tenant, 'settings'>,
): void {
  requireProvisioned(client);
  if (!settings.agencyCanRegrant) throw new ServiceError('SVC-FORBIDDEN', { reason: 'regrant' });
}

/**
 * Throws SVC-FORBIDDEN unless the agency created the tenant of the client, and only the agency has access to it. People
 * with access may have ended the grant of the agency, and an owner whom the agency chooses would undo this.
 */
export function checkOwnerInvitation(
  client: StoredAgencyClient,
  { accounts, ownKeys }: { readonly accounts: number; readonly ownKeys: number },
): void {
  requireProvisioned(client);
  if (accounts + ownKeys > 0) throw new ServiceError('SVC-FORBIDDEN', { reason: 'own_access' });
}

/** Throws SVC-AGENCY-REQUIRED for a tenant that is no agency. */
export function requireAgency({ kind }: Pick<Tenant, 'kind'>): void {
  if (kind !== 'agency') throw new ServiceError('SVC-AGENCY-REQUIRED', {});
}

/** Returns the tenant as an agency, with the number of clients that it has created and its domains. */
export function agencyOf(
  { id, name, status, branding, createdAt, updatedAt }: StoredTenant,
  { clients, domains }: { readonly clients: number; readonly domains: readonly string[] },
): Agency {
  const limits = { clients: agencyClientsLimit };
  const shown = { ...(branding ?? noBranding), domains: [...domains] };
  return { id, name, status, limits, counts: { clients }, branding: shown, createdAt, updatedAt };
}

/**
 * Throws SVC-RULE-VIOLATION when a request asks for an API key of the new client, but not for a grant with the
 * permission `keys`. Throws SVC-LIMIT-REACHED when the agency has already created the maximum number of clients.
 */
export function checkNewClient({ grant, issueKey }: CreateAgencyClientBody, clients: number): void {
  const hasKeys = grant?.permissions.includes('keys');
  if (issueKey && !hasKeys) throw violation('grant_with_keys', 'issueKey');
  checkLimit('clients', { count: clients, max: agencyClientsLimit });
}

/**
 * Returns the fields of a new API key that an agency issues under a grant. The key expires with the grant at the
 * latest.
 */
export function issuedKey(
  { name, expiresInSeconds }: IssueApiKeyBody,
  grant: StoredAgencyGrant,
  at: string,
) {
  const own = expiryAfter(expiresInSeconds, at);
  const ends = [own, grant.expiresAt].filter((time) => time != null).sort();
  return {
    name,
    createdBy: { type: 'agency', id: grant.agencyId },
    grantId: grant.id,
    expiresAt: ends[0],
  } as const;
}
