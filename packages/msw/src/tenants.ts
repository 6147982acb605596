import type { Contract, Tenant, UpdateTenantBody } from '@parley/contract';
import {
  checkTenantChange,
  condemned,
  differences,
  profileOf,
  purgedTenant,
  type StoredTenant,
  statusAction,
  tenantOf,
  tenantRules,
} from '@parley/domain';
import { activeGrantsOf, clientRecordIn } from './agency-records.ts';
import { audit } from './audit.ts';
import { fakeRecords } from './fake-records.ts';
import { restartClosing } from './idle-conversations.ts';
import { resumeDeliveries } from './sandbox.ts';
import type { Store } from './store.ts';
import { limitUsesOf } from './tenant-limits.ts';
import { restartTicketClosing } from './tickets.ts';
import type { Fakes } from './types.ts';

const records = fakeRecords(tenantRules, {
  complete: (_store, tenant) => tenantOf(tenant),
  saved(store, tenant, previous) {
    const before = { ...tenant, ...previous };
    if (differences(profileOf(before), profileOf(tenant))) copyProfile(store);
    const action = statusAction(before, tenant);
    if (action) {
      audit(store, { action, recordId: tenant.id });
      if (tenant.status === 'active') resumeDeliveries(store);
    }
    restartClosing(store, before.settings);
    restartTicketClosing(store, before.settings);
  },
});

export const tenants: Fakes<Contract['tenants']> = {
  current: (_input, store) => records.show(store, store.tenant),
  update: ({ body }, store, { grantId }) => {
    checkTenantChange(store.tenant, body, grantId);
    return updateTenant(store, body);
  },
  limits: (_input, store) => limitUsesOf(store),
};

export function updateTenant(store: Store, body: UpdateTenantBody): Tenant {
  return records.show(store, records.update(store, store.tenant.id, body));
}

/** Changes the tenant to the result of `wanted`. */
export function changeTenant(
  store: Store,
  wanted: (before: StoredTenant, at: string) => StoredTenant,
): Tenant {
  return records.change(store, store.tenant.id, wanted);
}

/** Copies the profile of the tenant into the client records of the agencies that work for it. Records no event. */
function copyProfile(store: Store): void {
  const { tenant } = store;
  const updatedAt = store.now();
  for (const { agencyId } of [tenant, ...activeGrantsOf(store, updatedAt)]) {
    const agency = agencyId === null ? undefined : store.neighbours.find(agencyId);
    const client = agency && clientRecordIn(agency, tenant.id);
    const isOld = client && differences(profileOf(client), profileOf(tenant));
    if (isOld) Object.assign(client, profileOf(tenant), { updatedAt });
  }
}

/** Suspends the tenant of a client that the agency has archived. A timer of the agency removes it. */
export function condemnTenant(client: Store, agency: Store): void {
  changeTenant(client, condemned);
  const { purgeAt } = client.tenant;
  if (purgeAt === null) return;
  const run = (atMs: number) => {
    // An operator may have resumed it since.
    const { status } = purgedTenant(client.tenant, new Date(atMs).toISOString());
    if (status === 'archived') client.neighbours.close(client);
  };
  agency.jobs.add({ kind: 'timer', dueMs: Date.parse(purgeAt), run });
}
