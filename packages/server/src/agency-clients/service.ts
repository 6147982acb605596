import type {
  AgencyClient,
  AgencyClientWithKey,
  AgencyGrant,
  ApiKey,
  CreateAgencyClientBody,
  IssueApiKeyBody,
  IssuedApiKey,
  ListApiKeysQuery,
  NewAgencyGrant,
  Page,
  UpdateAgencyClientBody,
} from '@parley/contract/schemas';
import {
  checkNewClient,
  checkRegrant,
  condemned,
  issuedKey,
  notFound,
  reactivatedClient,
  requireProvisioned,
  type StoredAgencyGrant,
  shownClient,
  suspendedClient,
} from '@parley/domain';
import { receivedGrants } from '../agency-grants/records.ts';
import { addGrant, endGrant } from '../agency-grants/service.ts';
import { createApiKey, getApiKey, listApiKeys, revokeApiKey } from '../api-keys/service.ts';
import { audit } from '../audit-log/record.ts';
import { admitMail, type InvitingDeps } from '../invitations/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { actAsClient, inNewTenant, requireOwnAgency, underGrant } from '../tenancy/grants.ts';
import { lockTenant } from '../tenants/lock.ts';
import {
  createTenant,
  resumeTenant,
  setLimits,
  suspendTenant,
  tenants,
} from '../tenants/service.ts';
import { beginCopy } from './copy.ts';
import { addOwner } from './owners.ts';
import { readInside } from './read-inside.ts';
import { agencyClients } from './records.ts';
import { agencyClientsTable } from './table.ts';

// The changes that an agency makes to its clients. The routes have checked that the tenant of `ctx` is an agency.

/**
 * Counts the mail with the invitation of the owner of a new client, if it has one. Throws SVC-RULE-VIOLATION when its key
 * needs a grant, and SVC-LIMIT-REACHED without room for another client. Call it outside of transactions.
 */
export async function admitClient(
  ctx: TenantContext,
  body: CreateAgencyClientBody,
  deps: InvitingDeps,
): Promise<InvitingDeps | undefined> {
  checkNewClient(body, await countClients(ctx));
  const { owner } = body;
  if (!owner) return undefined;
  const nowMs = ctx.now().getTime();
  return await admitMail(deps, { sender: ctx.db.tenantId, email: owner.email, nowMs });
}

/** Creates the tenant of a client, its first grant, its first API key and its first member in one transaction. */
export async function createClient(
  ctx: TenantContext,
  body: CreateAgencyClientBody,
  mail: InvitingDeps | undefined,
): Promise<AgencyClientWithKey> {
  const { copyFrom } = body;
  const source = copyFrom && (await actAsClient(ctx, copyFrom.clientId, 'keys'));
  await lockTenant(ctx);
  // The kind of the tenant may have changed since the request began.
  await requireOwnAgency(ctx);
  checkNewClient(body, await countClients(ctx));
  const agencyId = ctx.db.tenantId;
  const inside = inNewTenant(ctx);
  const { name, timezone, locale, defaultCurrency, limits, slug, externalId, metadata } = body;
  const fields = { name, timezone, locale, defaultCurrency, limits };
  const tenant = await createTenant(inside, { ...fields, kind: 'client', agencyId });
  await audit(inside, { action: 'tenant.created', recordId: tenant.id });
  const given = { tenant, agencyId, slug, externalId, metadata, copyFrom };
  const record = agencyClients.initial(ctx, given);
  await agencyClients.add(ctx, record);
  if (source && record.copy) {
    await audit(source.inside, { action: 'tenant.setup_read', recordId: source.record.tenantId });
    await beginCopy(ctx, record.id, record.copy);
  }
  const grant = body.grant && (await grantTo(ctx, record.id, { inside, grant: body.grant }));
  const key = grant && body.issueKey && (await issueUnder(inside, grant, body.issueKey));
  const invited = body.owner && (await addOwner(inside, body.owner, mail));
  const client = await agencyClients.show(ctx, record);
  return {
    ...client,
    apiKey: key?.apiKey ?? null,
    secret: key?.secret ?? null,
    invitation: invited?.invitation ?? null,
    invitationToken: invited?.invitationToken ?? null,
  };
}

export async function getClient(ctx: TenantContext, id: string): Promise<AgencyClient> {
  const { record, grant } = await actAsClient(ctx, id, 'profile');
  return shownClient(record, grant && (await receivedGrants.show(ctx, grant)));
}

export async function updateClient(
  ctx: TenantContext,
  id: string,
  body: UpdateAgencyClientBody,
): Promise<AgencyClient> {
  const { record, inside } = await actAsClient(ctx, id, 'manage');
  const { name, timezone, locale, defaultCurrency, limits } = body;
  if (limits) requireProvisioned(record);
  const client = await agencyClients.update(ctx, id, body);
  await tenants.update(inside, record.tenantId, { name, timezone, locale, defaultCurrency });
  if (limits) await setLimits(inside, limits);
  await audit(inside, { action: 'tenant.updated', recordId: record.tenantId });
  return client;
}

/** Suspends a client that the agency created, with its tenant. Does not change a suspended client. */
export async function suspendClient(
  ctx: TenantContext,
  id: string,
  reason: string | null,
): Promise<AgencyClient> {
  const { inside } = await actAsClient(ctx, id, 'manage');
  const suspended = await agencyClients.change(ctx, id, (before, at) =>
    suspendedClient(before, reason, at),
  );
  await suspendTenant(inside, { by: 'agency', reason });
  return suspended;
}

/**
 * Reactivates a client. If the agency had suspended it, its tenant becomes active, unless an operator suspended the
 * tenant, too.
 */
export async function reactivateClient(ctx: TenantContext, id: string): Promise<AgencyClient> {
  const { record, inside } = await actAsClient(ctx, id, 'manage');
  const active = await agencyClients.change(ctx, id, reactivatedClient);
  if (record.status === 'suspended') await resumeTenant(inside, { by: 'agency' });
  return active;
}

export async function archiveClient(ctx: TenantContext, id: string): Promise<void> {
  const { record, grant, inside } = await actAsClient(ctx, id, 'manage');
  await agencyClients.remove(ctx, id);
  if (grant) await endGrant({ agency: ctx, client: inside }, grant, asAgency(ctx));
  if (record.provisioned) await tenants.change(inside, record.tenantId, condemned);
}

/**
 * Creates a grant of a client. Throws SVC-FORBIDDEN unless the agency created the client, and the client allows agencies
 * to create grants themselves.
 */
export async function createGrantOf(
  ctx: TenantContext,
  id: string,
  grant: NewAgencyGrant,
): Promise<AgencyGrant> {
  const { record, inside } = await actAsClient(ctx, id);
  checkRegrant(record, await tenants.get(inside, inside.db.tenantId));
  return await receivedGrants.show(ctx, await grantTo(ctx, id, { inside, grant }));
}

export async function getGrantOf(
  ctx: TenantContext,
  clientId: string,
  id: string,
): Promise<AgencyGrant> {
  await actAsClient(ctx, clientId);
  return await receivedGrants.show(ctx, await findGrant(ctx, clientId, id));
}

export async function revokeGrantOf(
  ctx: TenantContext,
  clientId: string,
  id: string,
): Promise<void> {
  const { inside } = await actAsClient(ctx, clientId);
  const grant = await findGrant(ctx, clientId, id);
  await endGrant({ agency: ctx, client: underGrant(inside, grant) }, grant, asAgency(ctx));
}

export async function issueKeyOf(
  ctx: TenantContext,
  id: string,
  body: IssueApiKeyBody,
): Promise<IssuedApiKey> {
  const { inside, grant } = await actAsClient(ctx, id, 'keys');
  // The grant exists: without it, the check of the permission would have failed.
  const { apiKey, secret } = await issueUnder(inside, grant as StoredAgencyGrant, body);
  return { ...apiKey, secret };
}

/** Lists the API keys of a client that the agency issued. */
export async function listKeysOf(
  ctx: TenantContext,
  id: string,
  query: ListApiKeysQuery,
): Promise<Page<ApiKey>> {
  return await readInside(ctx, { clientId: id, permission: 'keys' }, (inside) =>
    listApiKeys(inside, { ...query, createdById: [ctx.db.tenantId] }),
  );
}

export async function getKeyOf(ctx: TenantContext, clientId: string, id: string): Promise<ApiKey> {
  return await readInside(ctx, { clientId, permission: 'keys' }, (inside) => findKey(inside, id));
}

export async function revokeKeyOf(
  ctx: TenantContext,
  clientId: string,
  id: string,
): Promise<ApiKey> {
  const { inside } = await actAsClient(ctx, clientId, 'keys');
  await findKey(inside, id);
  await audit(inside, { action: 'api_key.revoked', recordId: id });
  return await revokeApiKey(inside, id);
}

async function grantTo(
  ctx: TenantContext,
  agencyClientId: string,
  { inside, grant }: { inside: TenantContext; grant: NewAgencyGrant },
): Promise<StoredAgencyGrant> {
  const between = { agencyClientId, agencyId: ctx.db.tenantId, grantedBy: asAgency(ctx) };
  return await addGrant({ agency: ctx, client: inside }, { ...grant, ...between });
}

async function issueUnder(inside: TenantContext, grant: StoredAgencyGrant, body: IssueApiKeyBody) {
  const key = issuedKey(body, grant, inside.now().toISOString());
  const under = underGrant(inside, grant);
  const made = await createApiKey(under, key);
  await audit(under, { action: 'api_key.created', recordId: made.apiKey.id });
  return made;
}

async function findGrant(
  ctx: TenantContext,
  clientId: string,
  id: string,
): Promise<StoredAgencyGrant> {
  const grant = await receivedGrants.find(ctx, id);
  if (grant?.agencyClientId !== clientId) throw notFound('agencyGrant', id);
  return grant;
}

/** Returns an API key of the client. Throws SVC-NOT-FOUND when the agency has not issued it. */
async function findKey(inside: TenantContext, id: string): Promise<ApiKey> {
  const key = await getApiKey(inside, id);
  if (key.createdBy.id !== inside.actor.id) throw notFound('apiKey', id);
  return key;
}

/** Returns the number of clients that an agency has created. */
export async function countClients({ db }: TenantContext): Promise<number> {
  return await db.select(agencyClientsTable).where({ provisioned: 1 }).count();
}

function asAgency({ db }: TenantContext): AgencyGrant['grantedBy'] {
  return { type: 'agency', id: db.tenantId };
}
