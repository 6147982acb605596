import {
  type AgencyGrant,
  type AgencyPermission,
  activeGrantsLimit,
  agencyPermission,
  type ListAgencyGrantsQuery,
  type NewAgencyGrant,
  ServiceError,
  type Tenant,
} from '@parley/contract/schemas';
import { anyOf, custom } from './filters.ts';
import { conflict } from './refusals.ts';
import { defineRules, type Made } from './rules.ts';

/** A grant without the field that depends on the time. The agency and the client each have a copy. */
export type StoredAgencyGrant = Omit<AgencyGrant, 'status'>;

type Party = AgencyGrant['grantedBy'];

/** A grant to be made, with the two sides that it is between. */
export interface GrantBetween extends NewAgencyGrant {
  readonly agencyId: string;
  readonly agencyClientId: string;
  readonly grantedBy: Party;
}

/** The query of a list of grants; that of an agency names the client. */
export type GrantsQuery = ListAgencyGrantsQuery & { agencyClientId?: readonly string[] };

export const agencyGrantRules = defineRules<StoredAgencyGrant, GrantBetween, object, GrantsQuery>({
  kind: 'agencyGrant',
  initial: newGrant,
  events: { created: 'agency_grant.created' },
  // The one change of a grant.
  changeEvents: (previous) => [
    {
      type: 'agency_grant.revoked',
      previous: { ...previous, status: 'active' } as typeof previous,
    },
  ],
  filters: { status: custom, agencyClientId: anyOf('agencyClientId') },
});

/** Throws SVC-RULE-VIOLATION for a grant that has expired. */
function newGrant(
  { agencyId, agencyClientId, grantedBy, permissions, expiresAt }: GrantBetween,
  { id, at }: Made,
): StoredAgencyGrant {
  if (expiresAt !== undefined && expiresAt <= at) {
    throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'in_the_future', field: 'expiresAt' });
  }
  return {
    id,
    agencyId,
    agencyClientId,
    permissions: agencyPermission.options.filter(
      (permission) => permission === 'profile' || permissions.includes(permission),
    ),
    grantedBy,
    revokedBy: null,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** The grant after its revocation; a revoked grant stays as it is. Only an active grant can be revoked. */
export function revokedGrant(
  before: StoredAgencyGrant,
  revokedBy: Party,
  at: string,
): StoredAgencyGrant {
  return grantStatus(before, at) === 'active' ? { ...before, revokedBy, revokedAt: at } : before;
}

export function grantStatus(
  { revokedAt, expiresAt }: Pick<StoredAgencyGrant, 'revokedAt' | 'expiresAt'>,
  at: string,
): AgencyGrant['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'active';
}

export function shownGrant(grant: StoredAgencyGrant, at: string): AgencyGrant {
  return { ...grant, status: grantStatus(grant, at) };
}

/** The active grant among those of one client; undefined without one. */
export function activeGrant<Grant extends StoredAgencyGrant>(
  grants: readonly Grant[],
  at: string,
): Grant | undefined {
  return grants.find((grant) => grantStatus(grant, at) === 'active');
}

/** Returns the grant. Throws SVC-GRANT-REQUIRED unless it permits this. */
export function requirePermission(
  grant: StoredAgencyGrant | undefined,
  { clientId, permission }: { readonly clientId: string; readonly permission: AgencyPermission },
): StoredAgencyGrant {
  if (grant?.permissions.includes(permission)) return grant;
  throw new ServiceError('SVC-GRANT-REQUIRED', { clientId, permission });
}

/**
 * Throws unless a client may give an agency a grant. `active` are its active grants of all agencies: SVC-CONFLICT when
 * the agency has one, SVC-LIMIT-REACHED when there are too many.
 */
export function checkNewGrant(active: readonly StoredAgencyGrant[], agencyId: string): void {
  const own = active.find((grant) => grant.agencyId === agencyId);
  if (own) throw conflict('agencyGrant', { field: 'agencyId', existingId: own.id });
  if (active.length >= activeGrantsLimit) {
    throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'activeGrants', max: activeGrantsLimit });
  }
}

/** Throws SVC-FORBIDDEN unless the client lets its agencies create grants. */
export function checkRegrant({ settings }: Pick<Tenant, 'settings'>): void {
  if (!settings.agencyCanRegrant) throw new ServiceError('SVC-FORBIDDEN', { reason: 'regrant' });
}

/** Throws SVC-FORBIDDEN for an API key that an agency issued. */
export function refuseIssuedKey(grantId: string | null): void {
  if (grantId !== null) throw new ServiceError('SVC-FORBIDDEN', { reason: 'issued_key' });
}
