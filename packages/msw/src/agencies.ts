import type { Agency, agenciesRoutes } from '@parley/contract';
import { agencyOf } from '@parley/domain';
import { checkAgency, countClients } from './agency-clients.ts';
import type { Store } from './store.ts';
import { changeTenant } from './tenants.ts';
import type { Fakes } from './types.ts';

export const agencies: Fakes<typeof agenciesRoutes> = {
  current: (_input, store, key) => {
    checkAgency(store, key);
    return { status: 200, body: show(store) };
  },
  update: ({ body }, store, key) => {
    checkAgency(store, key);
    changeTenant(store, body, store.now());
    return { status: 200, body: show(store) };
  },
};

function show(store: Store): Agency {
  return agencyOf(store.tenant, countClients(store));
}
