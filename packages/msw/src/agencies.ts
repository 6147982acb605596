import type { Agency, agenciesRoutes } from '@parley/contract';
import {
  agencyOf,
  changedBranding,
  checkLogo,
  isSame,
  logoExpiresAt,
  unusedUntil,
} from '@parley/domain';
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
      const before = store.tenant.branding;
      const after = changedBranding(before, branding);
      changeLogo(store, before?.logoMediaId, after?.logoMediaId);
      if (!isSame(after, before)) {
        store.tenant = { ...store.tenant, branding: after, updatedAt: store.now() };
      }
    }
    changeTenant(store, body, store.now());
    return { status: 200, body: show(store) };
  },
};

type Logo = string | null | undefined;

/** Keeps the file of the new logo, and lets that of the earlier one expire unless a message uses it. */
function changeLogo(store: Store, earlier: Logo, id: Logo): void {
  if (id === earlier) return;
  if (id) {
    const logo = mediaOf(store, id);
    checkLogo(logo);
    if (logo.expiresAt !== null) logo.expiresAt = logoExpiresAt;
  }
  const old = earlier ? store.media.get(earlier) : undefined;
  if (old?.expiresAt === logoExpiresAt) old.expiresAt = unusedUntil(store.now());
}

function show(store: Store): Agency {
  return agencyOf(store.tenant, { clients: countClients(store), domains: [] });
}
