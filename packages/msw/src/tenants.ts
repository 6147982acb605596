import type { Contract, UpdateTenantBody } from '@parley/contract';
import {
  checkTenantChange,
  differences,
  profileOf,
  resumed,
  type StoredTenant,
  type Suspension,
  shownOf,
  suspended,
  tenantOf,
  tenantRules,
} from '@parley/domain';
import { activeGrantsOf, clientRecordIn } from './agency-records.ts';
import { audit } from './audit-log.ts';
import { recordChange } from './events.ts';
import { restartClosing } from './idle-conversations.ts';
import type { Store } from './store.ts';
import { restartTicketClosing } from './tickets.ts';
import type { Fakes } from './types.ts';

export const tenants: Fakes<Contract['tenants']> = {
  current: (_input, store) => ({ status: 200, body: tenantOf(store.tenant) }),
  update: ({ body }, store, { grantId }) => {
    checkTenantChange(store.tenant, body, grantId);
    changeTenant(store, body, store.now());
    return { status: 200, body: tenantOf(store.tenant) };
  },
};

/** Changes the tenant. Copies the changed fields into the client records of the agencies that work for it. */
export function changeTenant(store: Store, body: UpdateTenantBody, at: string): void {
  const previous = save(store, tenantRules.changed(store.tenant, body, at), at);
  if (!previous) return;
  if (previous.settings) {
    restartClosing(store, previous.settings);
    restartTicketClosing(store, previous.settings);
  }
  const profile = profileOf(store.tenant);
  for (const { agencyId } of [store.tenant, ...activeGrantsOf(store, at)]) {
    const agency = agencyId === null ? undefined : store.neighbours.find(agencyId);
    const client = agency && clientRecordIn(agency, store.tenant.id);
    if (client && differences(profileOf(client), profile)) {
      Object.assign(client, profile, { updatedAt: at });
    }
  }
}

/** Suspends the tenant, or ends its suspension. Throws SVC-INVALID-TRANSITION for an archived tenant. */
export function changeTenantStatus(
  store: Store,
  status: 'active' | 'suspended',
  at: string,
  suspension: Suspension,
): void {
  const { tenant } = store;
  const wanted =
    status === 'active' ? resumed(tenant, suspension) : suspended(tenant, suspension, at);
  if (!save(store, wanted, at)) return;
  const action = status === 'active' ? 'tenant.resumed' : 'tenant.suspended';
  audit(store, { action, recordId: tenant.id });
}

/** Saves the changed fields. Returns their old values; undefined when nothing differs. */
function save(store: Store, wanted: StoredTenant, at: string): Partial<StoredTenant> | undefined {
  const differing = differences(store.tenant, wanted);
  const previous = differing && shownOf(tenantRules, differing);
  if (!previous) return undefined;
  store.tenant = { ...wanted, updatedAt: at };
  recordChange(store, 'tenant.updated', tenantOf(store.tenant), previous, { at });
  return previous;
}
