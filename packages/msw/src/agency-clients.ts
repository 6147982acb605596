import type {
  AgencyGrant,
  AgencyPermission,
  agencyClientsRoutes,
  IssueApiKeyBody,
  IssuedApiKey,
  NewAgencyGrant,
} from '@parley/contract';
import {
  checkNewClient,
  checkRegrant,
  issuedKey,
  notFound,
  reactivatedClient,
  refuseIssuedKey,
  requireAgency,
  requirePermission,
  requireProvisioned,
  resumed,
  type StoredAgencyClient,
  type StoredAgencyGrant,
  suspended,
  suspendedClient,
  withLimits,
} from '@parley/domain';
import {
  activeGrantOf,
  addGrant,
  agencyClientRecords,
  agencyGrantRecords,
  asAgency,
  endGrant,
  grantOf,
  newGrantIn,
  showGrant,
  tenantOf,
} from './agency-records.ts';
import { checkNewKey, insertApiKey, listKeys, revokeKey, toApiKey } from './api-keys.ts';
import { audit } from './audit.ts';
import { copyLater } from './client-copies.ts';
import { usageOf } from './client-usage.ts';
import { recordChange } from './events.ts';
import { checkOwnAccess, inviteOwner } from './owners.ts';
import { getRecord } from './records.ts';
import type { KeyRecord, Store } from './store.ts';
import { requireRoom } from './tenant-limits.ts';
import { changeTenant, condemnTenant, updateTenant } from './tenants.ts';
import type { Fakes } from './types.ts';

export const agencyClients: Fakes<typeof agencyClientsRoutes> = {
  list: ({ query }, store, key) => {
    checkAgency(store, key);
    return agencyClientRecords.list(store, query);
  },
  create: ({ body }, store, key) => {
    checkAgency(store, key);
    checkNewClient(body, countClients(store));
    const { copyFrom } = body;
    const source = copyFrom && enter(store, key, copyFrom.clientId, 'keys');
    const { name, timezone, locale, defaultCurrency, limits, slug, externalId, metadata } = body;
    const agencyId = store.tenant.id;
    const fields = { name, timezone, locale, defaultCurrency, limits, agencyId };
    const tenant = { ...fields, kind: 'client' } as const;
    const client = store.neighbours.addClient({ clock: store.clock, tenant });
    try {
      const given = { tenant: client.tenant, agencyId, slug, externalId, metadata, copyFrom };
      const record = agencyClientRecords.initial(store, given);
      agencyClientRecords.requireFree(store, record);
      const grant = body.grant && newGrantOf(store, record, client, body.grant);
      if (body.owner) requireRoom(client, { name: 'members' });
      agencyClientRecords.add(store, record);
      asAgency(store, client, undefined, () => {
        audit(client, { action: 'tenant.created', recordId: client.tenant.id });
        if (grant) addGrant({ agency: store, client }, grant);
      });
      if (source) {
        const { tenantId } = source.record;
        asAgency(store, source.client, source.grant, () =>
          audit(source.client, { action: 'tenant.setup_read', recordId: tenantId }),
        );
        copyLater(store, record.id);
      }
      const issued = grant && body.issueKey && issue(store, client, grant, body.issueKey);
      const { secret = null, ...apiKey } = issued ?? {};
      const { owner } = body;
      const invited = owner && asAgency(store, client, undefined, () => inviteOwner(client, owner));
      return {
        ...agencyClientRecords.show(store, record),
        apiKey: issued ? (apiKey as never) : null,
        secret,
        invitation: invited?.invitation ?? null,
        invitationToken: invited?.invitationToken ?? null,
      };
    } catch (error) {
      store.neighbours.close(client);
      throw error;
    }
  },
  get: ({ params }, store, key) => {
    const { record } = enter(store, key, params.id, 'profile');
    return agencyClientRecords.show(store, record);
  },
  update: ({ params, body }, store, key) => {
    const { record: before, client, grant } = enter(store, key, params.id, 'manage');
    if (body.limits) requireProvisioned(before);
    const record = agencyClientRecords.update(store, params.id, body);
    const { name, timezone, locale, defaultCurrency, limits } = body;
    const profile = { name, timezone, locale, defaultCurrency };
    asAgency(store, client, grant, () => {
      updateTenant(client, profile);
      if (limits) changeTenant(client, (tenant) => withLimits(tenant, limits));
      audit(client, { action: 'tenant.updated', recordId: client.tenant.id });
    });
    return agencyClientRecords.show(store, record);
  },
  archive: ({ params }, store, key) => {
    const { record, client, grant } = enter(store, key, params.id, 'manage');
    const at = store.now();
    agencyClientRecords.remove(store, params.id);
    asAgency(store, client, grant, () => {
      if (grant) endGrant({ agency: store, client }, grant, partyOf(store), at);
      if (record.provisioned) condemnTenant(client, store);
    });
  },
  suspend: ({ params, body }, store, key) => {
    const { client, grant } = enter(store, key, params.id, 'manage');
    const reason = body?.reason ?? null;
    const answer = agencyClientRecords.change(store, params.id, (before, at) =>
      suspendedClient(before, reason, at),
    );
    asAgency(store, client, grant, () =>
      changeTenant(client, (tenant, at) => suspended(tenant, { by: 'agency', reason }, at)),
    );
    return answer;
  },
  reactivate: ({ params }, store, key) => {
    const { record, client, grant } = enter(store, key, params.id, 'manage');
    const wasSuspended = record.status === 'suspended';
    const answer = agencyClientRecords.change(store, params.id, reactivatedClient);
    if (wasSuspended) {
      asAgency(store, client, grant, () =>
        changeTenant(client, (tenant) => resumed(tenant, { by: 'agency' })),
      );
    }
    return answer;
  },
  inviteOwner: ({ params, body }, store, key) => {
    const { record, client, grant } = enter(store, key, params.id);
    checkOwnAccess(record, client);
    return asAgency(store, client, grant, () => inviteOwner(client, body));
  },
  usage: ({ params, query }, store, key) => {
    const { client } = enter(store, key, params.id, 'profile');
    return usageOf(client, query);
  },
  listGrants: ({ params: { id }, query }, store, key) => {
    checkAgency(store, key);
    const known = agencyClientRecords.all(store).get(id);
    const client = known && store.neighbours.find(known.tenantId);
    const grants = client && agencyGrantRecords.all(client);
    const page = agencyGrantRecords.list(store, { ...query, agencyClientId: [id] }, grants);
    // As on the server, the error for a wrong cursor precedes that for a missing client.
    enter(store, key, id);
    return page;
  },
  createGrant: ({ params, body }, store, key) => {
    const { record, client } = enter(store, key, params.id);
    checkRegrant(record, client.tenant);
    const grant = newGrantOf(store, record, client, body);
    asAgency(store, client, undefined, () => addGrant({ agency: store, client }, grant));
    return showGrant(store, grant);
  },
  getGrant: ({ params: { id, agencyGrantId } }, store, key) => {
    const { client } = enter(store, key, id);
    return showGrant(client, grantOf(client, id, agencyGrantId));
  },
  revokeGrant: ({ params: { id, agencyGrantId } }, store, key) => {
    const { client } = enter(store, key, id);
    const grant = grantOf(client, id, agencyGrantId);
    asAgency(store, client, grant, () =>
      endGrant({ agency: store, client }, grant, partyOf(store), store.now()),
    );
  },
  listApiKeys: ({ params, query }, store, key) => {
    const { client } = enter(store, key, params.id, 'keys');
    return listKeys(client, { ...query, createdById: [store.tenant.id] });
  },
  issueApiKey: ({ params, body }, store, key) => {
    const { client, grant } = enter(store, key, params.id, 'keys');
    // The check of the permission has found an active grant.
    return issue(store, client, grant as StoredAgencyGrant, body);
  },
  getApiKey: ({ params: { id, apiKeyId } }, store, key) => {
    const { client } = enter(store, key, id, 'keys');
    return toApiKey(client, issuedBy(store, client, apiKeyId));
  },
  revokeApiKey: ({ params: { id, apiKeyId } }, store, key) => {
    const { client, grant } = enter(store, key, id, 'keys');
    const issued = issuedBy(store, client, apiKeyId);
    return asAgency(store, client, grant, () => {
      audit(client, { action: 'api_key.revoked', recordId: apiKeyId });
      return revokeKey(client, issued, store.now());
    });
  },
};

/** Throws SVC-AGENCY-REQUIRED unless the tenant is an agency, and SVC-FORBIDDEN for an API key that an agency issued. */
export function checkAgency({ tenant }: Store, { grantId }: KeyRecord): void {
  requireAgency(tenant);
  refuseIssuedKey(grantId);
}

/** Returns the number of tenants that an agency has created for clients. */
export function countClients(store: Store): number {
  return [...agencyClientRecords.all(store).values()].filter(({ provisioned }) => provisioned)
    .length;
}

/** Removes the tenants of all clients that an agency has created. */
export function closeClients(store: Store): void {
  for (const { provisioned, tenantId } of agencyClientRecords.all(store).values()) {
    const client = provisioned && store.neighbours.find(tenantId);
    if (client) store.neighbours.close(client);
  }
}

interface Client {
  readonly record: StoredAgencyClient;
  readonly client: Store;
  readonly grant: StoredAgencyGrant | undefined;
}

/** Returns a client, its tenant and its active grant. Throws SVC-GRANT-REQUIRED unless the grant has the permission. */
function enter(
  store: Store,
  key: KeyRecord,
  clientId: string,
  permission?: AgencyPermission,
): Client {
  checkAgency(store, key);
  const record = agencyClientRecords.get(store, clientId);
  const grant = activeGrantOf(store, record);
  if (permission) requirePermission(grant, { clientId, permission });
  return { record, client: tenantOf(store, record), grant };
}

function newGrantOf(
  store: Store,
  { id: agencyClientId }: StoredAgencyClient,
  client: Store,
  body: NewAgencyGrant,
): StoredAgencyGrant {
  const between = { agencyClientId, agencyId: store.tenant.id, grantedBy: partyOf(store) };
  return newGrantIn(client, { ...body, ...between }, store.now());
}

function issue(
  store: Store,
  client: Store,
  grant: StoredAgencyGrant,
  body: IssueApiKeyBody,
): IssuedApiKey {
  checkNewKey(client);
  const at = store.now();
  const key = client.neighbours.register(client, insertApiKey(client, issuedKey(body, grant, at)));
  const apiKey = toApiKey(client, key);
  asAgency(store, client, grant, () => {
    recordChange(client, 'api_key.created', apiKey, null, { at });
    audit(client, { action: 'api_key.created', recordId: apiKey.id });
  });
  return { ...apiKey, secret: key.value };
}

/** Returns a key that the agency issued. Throws SVC-NOT-FOUND for any other key of the client. */
function issuedBy({ tenant }: Store, client: Store, id: string): KeyRecord {
  const key = getRecord(client.keys, 'apiKey', id);
  if (key.createdById !== tenant.id) throw notFound('apiKey', id);
  return key;
}

function partyOf({ tenant }: Store): AgencyGrant['grantedBy'] {
  return { type: 'agency', id: tenant.id };
}
