import type { Agency, agenciesRoutes } from '@parley/contract';
import {
  agencyOf,
  changedBranding,
  checkLogo,
  type DomainChanges,
  domainChanges,
  domainProof,
  domainTaken,
  isSame,
  logoExpiresAt,
  unproven,
  unusedUntil,
} from '@parley/domain';
import { checkAgency, countClients } from './agency-clients.ts';
import { audit } from './audit.ts';
import { mediaOf } from './media.ts';
import type { Store } from './store.ts';
import { updateTenant } from './tenants.ts';
import type { Fakes } from './types.ts';

export const agencies: Fakes<typeof agenciesRoutes> = {
  current: (_input, store, key) => {
    checkAgency(store, key);
    return show(store);
  },
  update: ({ body: { branding, ...body } }, store, key) => {
    checkAgency(store, key);
    if (branding) {
      const before = store.tenant.branding;
      const after = changedBranding(before, branding);
      const changes = checkedChanges(store, branding.domains);
      changeLogo(store, before?.logoMediaId, after?.logoMediaId);
      changeDomains(store, changes);
      if (!isSame(after, before)) {
        Object.assign(store.tenant, { branding: after, updatedAt: store.now() });
      }
    }
    updateTenant(store, body);
    return show(store);
  },
};

/**
 * Returns the changes after which the agency has exactly these domains. Throws SVC-RULE-VIOLATION and SVC-CONFLICT.
 * The mock asks no DNS: each domain has its record, except those that end with `.invalid`.
 */
function checkedChanges(
  { domains, neighbours, tenant: { id } }: Store,
  wanted: readonly string[] | undefined,
): DomainChanges {
  const before = [...domains.keys()];
  const changes = domainChanges(before, wanted ?? before);
  for (const domain of changes.added) {
    if (domain.endsWith('.invalid')) throw unproven(domainProof(domain, id), 'missing');
    if (neighbours.hasDomain(domain)) throw domainTaken(domain);
  }
  return changes;
}

function changeDomains(store: Store, { added, removed }: DomainChanges): void {
  const { domains, tenant } = store;
  const { id: recordId } = tenant;
  for (const domain of removed) {
    domains.delete(domain);
    audit(store, { action: 'agency_domain.removed', recordId });
  }
  for (const domain of added) {
    domains.set(domain, true);
    audit(store, { action: 'agency_domain.added', recordId });
  }
}

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
  return agencyOf(store.tenant, {
    clients: countClients(store),
    domains: [...store.domains.keys()],
  });
}
