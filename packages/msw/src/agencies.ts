import type { Agency, agenciesRoutes } from '@parley/contract';
import { agencyOf, changedBranding, checkLogo, isSame } from '@parley/domain';
import { checkAgency, countClients } from './agency-clients.ts';
import { mediaOf } from './media.ts';
import type { Store } from './store.ts';
import { changeTenant } from './tenants.ts';
import type { Fakes } from './types.ts';

export const agencies: Fakes<typeof agenciesRoutes> = {
  current: (_input, store, key) => {
    checkAgency(store, key);
    return { status: 200, body: show(store) };
  },
  update: ({ body: { branding, ...body } }, store, key) => {
    checkAgency(store, key);
    if (branding) {
      const after = changedBranding(store.tenant.branding, branding);
      const isNew = !isSame(after, store.tenant.branding);
      if (isNew && typeof branding.logoMediaId === 'string') {
        const logo = mediaOf(store, branding.logoMediaId);
        checkLogo(logo);
        logo.expiresAt = null;
      }
      if (isNew) store.tenant = { ...store.tenant, branding: after, updatedAt: store.now() };
    }
    changeTenant(store, body, store.now());
    return { status: 200, body: show(store) };
  },
};

function show(store: Store): Agency {
  return agencyOf(store.tenant, { clients: countClients(store), domains: [] });
}
