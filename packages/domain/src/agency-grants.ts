import {
  type AgencyGrant,
  type AgencyPermission,
  activeGrantsLimit,
  agencyPermission,
  type ListAgencyGrantsQuery,
  type NewAgencyGrant,
  ServiceError,
} from '@parley/contract/schemas';
import type { AuditedChange } from './audit-log.ts';
import { endingStatus } from './ending.ts';
import { anyOf, custom } from './filters.ts';
import { checkLimit, violation } from './refusals.ts';
import { defineRules, type Made } from './rules.ts';

/**
 * A stored grant: without `status`, which depends on the time, and without the name of the agency, which may change. The
 * agency and the client each have a copy.
 */
export type StoredAgencyGrant = Omit<AgencyGrant, 'status' | 'agencyName'>;

type Party = AgencyGrant['grantedBy'];

/** The input for a new grant, with the agency and the client that it is between. */
export interface GrantBetween extends NewAgencyGrant {
  readonly agencyId: string;
  readonly agencyClientId: string;
  readonly grantedBy: Party;
}

/** The query of a list of grants. When an agency lists grants, `agencyClientId` limits the list to one client. */
export type GrantsQuery = ListAgencyGrantsQuery & { agencyClientId?: readonly string[] };

export const agencyGrantRules = defineRules<StoredAgencyGrant, GrantBetween, object, GrantsQuery>({
  kind: 'agencyGrant',
  initial: newGrant,
  events: { created: 'agency_grant.created' },
  // Revoking is the only change of a grant.
  changeEvents: (previous) => [
    {
      type: 'agency_grant.revoked',
      previous: { ...previous, status: 'active' } as typeof previous,
    },
  ],
  filters: { status: custom, agencyClientId: anyOf('agencyClientId') },
});

/** Returns the new grant. Throws SVC-RULE-VIOLATION when it would already have expired. */
function newGrant(
  { agencyId, agencyClientId, grantedBy, permissions, expiresAt }: GrantBetween,
  { id, at }: Made,
): StoredAgencyGrant {
  if (expiresAt !== undefined && expiresAt <= at) throw violation('in_the_future', 'expiresAt');
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

/** Returns the grant after its revocation. A grant that is no longer active stays unchanged. */
export function revokedGrant(
  before: StoredAgencyGrant,
  revokedBy: Party,
  at: string,
): StoredAgencyGrant {
  return endingStatus(before, at) === 'active' ? { ...before, revokedBy, revokedAt: at } : before;
}

export function shownGrant(
  grant: StoredAgencyGrant,
  { at, agencyName }: { readonly at: string } & Pick<AgencyGrant, 'agencyName'>,
): AgencyGrant {
  return { ...grant, agencyName, status: endingStatus(grant, at) };
}

/**
 * Returns the event of a grant that has reached its expiry time; undefined for a grant that is still active or was
 * revoked before.
 */
export function expiredEvent(object: AgencyGrant) {
  if (object.status !== 'expired') return undefined;
  return { type: 'agency_grant.expired', object, previous: { status: 'active' } } as const;
}

/** Returns the time until an active grant expires, in milliseconds; 0 for a grant that will not expire any more. */
export function expiresInMs(grant: StoredAgencyGrant, at: string): number {
  if (grant.expiresAt === null || endingStatus(grant, at) !== 'active') return 0;
  return Date.parse(grant.expiresAt) - Date.parse(at);
}

/**
 * Returns the entry for the audit log of the side that did not give or end the grant. The log of the agency names the
 * client. The side that did it has an entry of the request.
 */
export function entryOfOtherSide(
  { id: recordId, agencyClientId }: StoredAgencyGrant,
  by: Party,
  action: 'agency_grant.created' | 'agency_grant.revoked',
): AuditedChange {
  return { action, recordId, clientId: by.type === 'agency' ? null : agencyClientId };
}

/** Returns the grant. Throws SVC-GRANT-REQUIRED unless it includes this permission. */
export function requirePermission(
  grant: StoredAgencyGrant | undefined,
  { clientId, permission }: { readonly clientId: string; readonly permission: AgencyPermission },
): StoredAgencyGrant {
  if (grant?.permissions.includes(permission)) return grant;
  throw new ServiceError('SVC-GRANT-REQUIRED', { clientId, permission });
}

/**
 * Throws unless a client may give an agency a grant. `active` has the client's active grants to all agencies:
 * SVC-CONFLICT when this agency already has one, SVC-LIMIT-REACHED when there are too many.
 */
export function checkNewGrant(active: readonly StoredAgencyGrant[], agencyId: string): void {
  const own = active.find((grant) => grant.agencyId === agencyId);
  if (own) {
    const details = { resource: 'agencyGrant', field: 'agencyId', existingId: own.id } as const;
    const message = `The agency already has the active grant ${own.id}. Revoke it before you create another one.`;
    throw new ServiceError('SVC-CONFLICT', details, { message });
  }
  checkLimit('activeGrants', { count: active.length, max: activeGrantsLimit });
}

/** Throws SVC-FORBIDDEN for an API key that an agency issued. */
export function refuseIssuedKey(grantId: string | null): void {
  if (grantId !== null) throw new ServiceError('SVC-FORBIDDEN', { reason: 'issued_key' });
}
