import type { AgencyGrant, CreateAgencyGrantBody } from '@parley/contract/schemas';
import {
  checkNewGrant,
  entryOfOtherSide,
  type GrantBetween,
  notFound,
  refuseIssuedKey,
  revokedGrant,
  type StoredAgencyGrant,
} from '@parley/domain';
import { agencyClients } from '../agency-clients/records.ts';
import { revokeKeysOfGrant } from '../api-keys/service.ts';
import { audit } from '../audit-log/record.ts';
import { revokeInvitations } from '../invitations/service.ts';
import { enqueue } from '../jobs/queue.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { activeIn, findAgency, findClientRecord } from '../tenancy/grants.ts';
import { isBeingDeleted, lockTenant } from '../tenants/lock.ts';
import { tenants } from '../tenants/service.ts';
import { givenGrants, receivedGrants } from './records.ts';
import { agencyGrantsTable } from './table.ts';

/**
 * The two tenants of a grant. Each stores a copy; one transaction, which has locked the tenant of the client, writes
 * both.
 */
export interface Sides {
  readonly agency: TenantContext;
  readonly client: TenantContext;
}

type Party = AgencyGrant['grantedBy'];

/**
 * Creates a grant in both tenants. Throws SVC-CONFLICT when the agency has an active grant, SVC-LIMIT-REACHED when
 * there are too many, and SVC-RULE-VIOLATION for an expiry time in the past. Throws SVC-NOT-FOUND when one of the
 * tenants is being deleted.
 */
export async function addGrant(sides: Sides, grant: GrantBetween): Promise<StoredAgencyGrant> {
  const { agency, client } = sides;
  for (const side of [agency, client]) {
    // Its grants may have been ended before.
    if (await isBeingDeleted(side)) throw notFound('tenant', side.db.tenantId);
  }
  checkNewGrant(await activeIn(agencyGrantsTable, client), grant.agencyId);
  const made = givenGrants.initial(client, grant);
  await receivedGrants.add(agency, made);
  await givenGrants.add(client, made);
  if (made.expiresAt !== null) {
    const delayMs = Date.parse(made.expiresAt) - client.now().getTime();
    await enqueue(client, 'expire-grant', { grantId: made.id }, { delayMs });
  }
  await auditOther(sides, grant.grantedBy, made, 'agency_grant.created');
  return made;
}

/**
 * Revokes a grant in both tenants, and the API keys that were issued under it. Returns false, and changes nothing, when
 * the grant has ended before.
 */
export async function endGrant(
  { agency, client }: Partial<Sides> & Pick<Sides, 'client'>,
  grant: StoredAgencyGrant,
  by: Party,
): Promise<boolean> {
  const revoked = revokedGrant(grant, by, client.now().toISOString());
  if (revoked === grant) return false;
  if (agency) await receivedGrants.save(agency, grant, revoked);
  await givenGrants.save(client, grant, revoked);
  await revokeKeysOfGrant(client, grant.id);
  await auditOther({ agency, client }, by, grant, 'agency_grant.revoked');
  return true;
}

/**
 * Writes an entry to the audit log of the tenant that did not make the request. The tenant that made it
 * already has an entry in its own log.
 */
async function auditOther(
  { agency, client }: { agency: TenantContext | undefined; client: TenantContext },
  by: Party,
  grant: StoredAgencyGrant,
  action: Parameters<typeof entryOfOtherSide>[2],
): Promise<void> {
  const other = by.type === 'agency' ? client : agency;
  if (other) await audit(other, entryOfOtherSide(grant, by, action));
}

/**
 * Creates a grant for an agency. `ctx` is the context of the client. The agency gets a record of its new client. Throws
 * SVC-NOT-FOUND when no agency has this ID.
 */
export async function createGrant(
  ctx: TenantContext,
  { agencyId, ...grant }: CreateAgencyGrantBody,
): Promise<AgencyGrant> {
  refuseIssuedKey(ctx.actor.grantId);
  const agency = await findAgency(ctx, agencyId);
  if (!agency) throw notFound('tenant', agencyId);
  await lockTenant(ctx);
  const agencyClientId = await clientRecordIn(agency, ctx);
  const grantedBy: Party = { type: 'client', id: ctx.db.tenantId };
  const made = await addGrant(
    { agency, client: ctx },
    { ...grant, agencyId, agencyClientId, grantedBy },
  );
  return await givenGrants.show(ctx, made);
}

/**
 * Revokes a grant. `ctx` is the context of the client. If the agency created the client, also revokes the links of its
 * owners: the agency knows them, and could become an owner with one. Throws SVC-NOT-FOUND when the client has not given
 * the grant.
 */
export async function revokeGrant(ctx: TenantContext, id: string): Promise<void> {
  refuseIssuedKey(ctx.actor.grantId);
  await lockTenant(ctx);
  const grant = await givenGrants.find(ctx, id);
  if (!grant) throw notFound('agencyGrant', id);
  // An operator may have deleted the agency.
  const agency = await findAgency(ctx, grant.agencyId);
  const by: Party = { type: 'client', id: ctx.db.tenantId };
  const isEnded = await endGrant({ ...(agency && { agency }), client: ctx }, grant, by);
  const { agencyId } = await tenants.get(ctx, ctx.db.tenantId);
  if (isEnded && agencyId === grant.agencyId)
    await revokeInvitations(ctx, { role: 'owner', invited_by_id: null });
}

/** Returns the ID of the record that an agency has of its client; creates the record if it does not exist. */
async function clientRecordIn(agency: TenantContext, client: TenantContext): Promise<string> {
  const known = await findClientRecord(agency, client.db.tenantId);
  if (known) return known.id;
  const tenant = await tenants.get(client, client.db.tenantId);
  const record = agencyClients.initial(agency, { tenant, agencyId: agency.db.tenantId });
  await agencyClients.add(agency, record);
  return record.id;
}
