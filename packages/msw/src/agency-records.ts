import type { AgencyGrant } from '@parley/contract';
import {
  agencyClientRules,
  agencyGrantRules,
  checkNewGrant,
  endingStatus,
  entryOfOtherSide,
  expiredEvent,
  type GrantBetween,
  notFound,
  revokedGrant,
  type StoredAgencyClient,
  type StoredAgencyGrant,
  shownClient,
  shownGrant,
  systemActor,
} from '@parley/domain';
import { revokeKey } from './api-keys.ts';
import { audit } from './audit.ts';
import { recordChange } from './events.ts';
import { fakeRecords } from './fake-records.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';

// Each grant is a record of the client's tenant, and its agencies read it there. Both tenants get the events.

export const agencyGrantRecords = fakeRecords(agencyGrantRules, {
  complete: showGrant,
  filters: (store) => ({
    status: (grant, wanted: readonly string[]) => wanted.includes(endingStatus(grant, store.now())),
  }),
});

export const agencyClientRecords = fakeRecords(agencyClientRules, {
  complete: (store, client) => {
    const grant = activeGrantOf(store, client);
    return shownClient(client, grant && showGrant(store, grant));
  },
});

/** Returns a grant as the API shows it to either side. */
export function showGrant(store: Store, grant: StoredAgencyGrant): AgencyGrant {
  const agencyName = agencyNameIn(store, grant.agencyId);
  return shownGrant(grant, { at: store.now(), agencyName });
}

/** Returns the present name of an agency; null for a tenant that is no agency any more. */
export function agencyNameIn({ neighbours }: Store, id: string): string | null {
  const tenant = neighbours.find(id)?.tenant;
  return tenant?.kind === 'agency' ? tenant.name : null;
}

/** The two tenants that a grant is between. */
export interface Sides {
  readonly agency: Store;
  readonly client: Store;
}

/** Returns the tenant of a client. Throws SVC-NOT-FOUND when it was removed. */
export function tenantOf(agency: Store, { tenantId }: StoredAgencyClient): Store {
  const client = agency.neighbours.find(tenantId);
  if (!client) throw notFound('tenant', tenantId);
  return client;
}

/** Runs a function with the agency as the actor of the changes in the tenant of its client. */
export function asAgency<Result>(
  { tenant, requestId }: Store,
  client: Store,
  grant: StoredAgencyGrant | undefined,
  act: () => Result,
): Result {
  const actor = { type: 'agency', id: tenant.id, grantId: grant?.id ?? null } as const;
  return client.actFor(actor, act, requestId);
}

/** Returns the client record that an agency has for a tenant; undefined without one. */
export function clientRecordIn(agency: Store, tenantId: string): StoredAgencyClient | undefined {
  const all = [...agencyClientRecords.all(agency).values()];
  return all.find((client) => client.tenantId === tenantId);
}

/** Returns the record of the agency that created the tenant; undefined when there is none. */
export function ownClientRecord({ neighbours, tenant }: Store): StoredAgencyClient | undefined {
  const agency = tenant.agencyId === null ? undefined : neighbours.find(tenant.agencyId);
  return agency && clientRecordIn(agency, tenant.id);
}

/** Returns the active grants that a tenant has given. */
export function activeGrantsOf(client: Store, at: string): StoredAgencyGrant[] {
  const all = [...agencyGrantRecords.all(client).values()];
  return all.filter((grant) => endingStatus(grant, at) === 'active');
}

/** Returns the active grant that a client has given to an agency; undefined without one. */
export function activeGrantOf(
  agency: Store,
  client: StoredAgencyClient,
): StoredAgencyGrant | undefined {
  const tenant = agency.neighbours.find(client.tenantId);
  const grants = tenant ? activeGrantsOf(tenant, agency.now()) : [];
  return grants.find(({ agencyClientId }) => agencyClientId === client.id);
}

/** Returns a new grant. Throws SVC-CONFLICT, SVC-LIMIT-REACHED or SVC-RULE-VIOLATION when the rules do not allow it. */
export function newGrantIn(client: Store, grant: GrantBetween, at: string): StoredAgencyGrant {
  checkNewGrant(activeGrantsOf(client, at), grant.agencyId);
  return agencyGrantRules.initial(grant, { id: client.newId('agencyGrant'), at });
}

/** Stores a new grant, with an event on both sides. */
export function addGrant({ agency, client }: Sides, grant: StoredAgencyGrant): void {
  recordChange(agency, 'agency_grant.created', showGrant(agency, grant), null, {
    at: grant.createdAt,
  });
  agencyGrantRecords.add(client, grant);
  if (grant.expiresAt !== null) expireLater({ agency, client }, grant, Date.parse(grant.expiresAt));
  const { grantedBy } = grant;
  const entry = entryOfOtherSide(grant, grantedBy, 'agency_grant.created');
  audit(otherOf({ agency, client }, grantedBy), entry);
}

/** Records the end of a grant when it expires, on each side by a timer of its own: one side may make no request. */
function expireLater({ agency, client }: Sides, grant: StoredAgencyGrant, dueMs: number): void {
  for (const side of [client, agency]) {
    const run = (atMs: number) => {
      const at = new Date(atMs).toISOString();
      const agencyName = agencyNameIn(side, grant.agencyId);
      const event = expiredEvent(shownGrant(grant, { at, agencyName }));
      if (!event) return;
      const { type, object, previous } = event;
      side.actFor(systemActor, () => recordChange(side, type, object, previous, { at }));
    };
    side.jobs.add({ kind: 'timer', dueMs, run });
  }
}

/** Revokes a grant with its API keys. A grant that was revoked before stays unchanged. */
export function endGrant(
  { agency, client }: Sides,
  grant: StoredAgencyGrant,
  by: AgencyGrant['grantedBy'],
  at: string,
): void {
  const revoked = revokedGrant(grant, by, at);
  if (revoked === grant) return;
  const { id, revokedBy, revokedAt } = grant;
  agencyGrantRecords.save(client, grant, revoked, at);
  for (const event of agencyGrantRules.changeEvents({ revokedBy, revokedAt }, revoked)) {
    recordChange(agency, event.type, showGrant(agency, grant), event.previous, { at });
  }
  for (const key of client.keys.values()) if (key.grantId === id) revokeKey(client, key, at);
  audit(otherOf({ agency, client }, by), entryOfOtherSide(grant, by, 'agency_grant.revoked'));
}

/** Returns the side that did not make the request. Its audit log has no entry of the request. */
function otherOf({ agency, client }: Sides, by: AgencyGrant['grantedBy']): Store {
  return by.type === 'agency' ? client : agency;
}

/** Returns a grant of a client. Throws SVC-NOT-FOUND for one of another client. */
export function grantOf(client: Store, agencyClientId: string, id: string): StoredAgencyGrant {
  const grant = getRecord(agencyGrantRecords.all(client), 'agencyGrant', id);
  if (grant.agencyClientId !== agencyClientId) throw notFound('agencyGrant', id);
  return grant;
}
