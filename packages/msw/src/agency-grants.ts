import type { AgencyGrant, agencyGrantsRoutes } from '@parley/contract';
import { notFound, refuseIssuedKey } from '@parley/domain';
import {
  addGrant,
  agencyClientRecords,
  agencyGrantRecords,
  clientRecordIn,
  endGrant,
  newGrantIn,
  showGrant,
} from './agency-records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const agencyGrants: Fakes<typeof agencyGrantsRoutes> = {
  list: ({ query }, store) => agencyGrantRecords.list(store, query),
  create: ({ body: { agencyId, ...body } }, store, key) => {
    refuseIssuedKey(key.grantId);
    const { tenant } = store;
    const agency = agencyId === tenant.id ? undefined : store.neighbours.find(agencyId);
    if (agency?.tenant.kind !== 'agency') throw notFound('tenant', agencyId);
    const at = store.now();
    const known = clientRecordIn(agency, tenant.id);
    const client = known ?? agencyClientRecords.initial(agency, { tenant, agencyId });
    const between = { agencyId, agencyClientId: client.id, grantedBy: asClient(store) };
    const grant = newGrantIn(store, { ...body, ...between }, at);
    actIn(agency, store, () => {
      if (!known) agencyClientRecords.add(agency, client);
      addGrant({ agency, client: store }, grant);
    });
    return showGrant(store, grant);
  },
  get: ({ params }, store) =>
    agencyGrantRecords.show(store, agencyGrantRecords.get(store, params.id)),
  revoke: ({ params }, store, key) => {
    refuseIssuedKey(key.grantId);
    const grant = agencyGrantRecords.get(store, params.id);
    const agency = store.neighbours.find(grant.agencyId);
    if (agency) {
      actIn(agency, store, () =>
        endGrant({ agency, client: store }, grant, asClient(store), store.now()),
      );
    }
  },
};

function asClient({ tenant }: Store): AgencyGrant['grantedBy'] & { type: 'client' } {
  return { type: 'client', id: tenant.id };
}

/** Runs a function with the client as the actor of the changes in the tenant of an agency. */
function actIn(agency: Store, client: Store, act: () => void): void {
  agency.actFor({ ...asClient(client), grantId: null }, act, client.requestId);
}
