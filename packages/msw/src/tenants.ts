import type { Contract, TenantLimitsInput, UpdateTenantBody } from '@parley/contract';
import {
  checkTenantChange,
  condemned,
  differences,
  profileOf,
  resumed,
  type StoredTenant,
  type Suspension,
  shownOf,
  suspended,
  tenantOf,
  tenantRules,
  withLimits,
} from '@parley/domain';
import { activeGrantsOf, clientRecordIn } from './agency-records.ts';
import { audit } from './audit.ts';
import { recordChange } from './events.ts';
import { restartClosing } from './idle-conversations.ts';
import { resumeDeliveries } from './sandbox.ts';
import type { Store } from './store.ts';
import { limitUsesOf } from './tenant-limits.ts';
import { restartTicketClosing } from './tickets.ts';
import type { Fakes } from './types.ts';

export const tenants: Fakes<Contract['tenants']> = {
  current: (_input, store) => tenantOf(store.tenant),
  update: ({ body }, store, { grantId }) => {
    checkTenantChange(store.tenant, body, grantId);
    changeTenant(store, body, store.now());
    return tenantOf(store.tenant);
  },
  limits: (_input, store) => limitUsesOf(store),
};

/** Changes the tenant. Copies the changed fields into the client records of the agencies that work for it. */
export function changeTenant(store: Store, body: UpdateTenantBody, at: string): void {
  saveProfile(store, tenantRules.changed(store.tenant, body, at), at);
}

/** Changes limits of the tenant, as its agency or the operator of a server does it. */
export function setLimits(store: Store, limits: TenantLimitsInput, at: string): void {
  saveProfile(store, withLimits(store.tenant, limits), at);
}

function saveProfile(store: Store, wanted: StoredTenant, at: string): void {
  const previous = save(store, wanted, at);
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
  saveStatus(store, wanted, at);
}

/** Suspends the tenant of a client that the agency has archived. A timer of the agency removes it. */
export function condemnTenant(client: Store, agency: Store, at: string): void {
  saveStatus(client, condemned(client.tenant, at), at);
  const { purgeAt } = client.tenant;
  if (purgeAt === null) return;
  const run = () => client.neighbours.close(client);
  agency.jobs.add({ kind: 'timer', dueMs: Date.parse(purgeAt), run });
}

function saveStatus(store: Store, wanted: StoredTenant, at: string): void {
  const { id, status } = store.tenant;
  save(store, wanted, at);
  if (wanted.status === status) return;
  const action = wanted.status === 'active' ? 'tenant.resumed' : 'tenant.suspended';
  audit(store, { action, recordId: id });
  if (wanted.status === 'active') resumeDeliveries(store);
}

/**
 * Saves the changed fields. Returns the old values of those that the API shows, or undefined if none of these changed.
 */
function save(store: Store, wanted: StoredTenant, at: string): Partial<StoredTenant> | undefined {
  const differing = differences(store.tenant, wanted);
  const previous = differing && shownOf(tenantRules, differing);
  store.tenant = previous ? { ...wanted, updatedAt: at } : wanted;
  if (previous) recordChange(store, 'tenant.updated', tenantOf(store.tenant), previous, { at });
  return previous;
}
