import type { auditLogRoutes } from '@parley/contract';
import { actingAgency, auditEntryOf, auditFilters, type StoredAuditEntry } from '@parley/domain';
import { agencyGrantRecords, agencyNameIn } from './agency-records.ts';
import { listRecords } from './fake-records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const auditLogRecords = {
  kind: 'auditEntry',
  show: (store: Store, stored: StoredAuditEntry) => {
    const entry = auditEntryOf(stored);
    const grants = agencyGrantRecords.all(store);
    const id = actingAgency(entry.actor, (grantId) => grants.get(grantId)?.agencyId);
    return id === undefined ? entry : { ...entry, agency: { id, name: agencyNameIn(store, id) } };
  },
} as const;

export const auditLog: Fakes<typeof auditLogRoutes> = {
  list: ({ query }, store) => {
    const rules = { kind: 'auditEntry', filters: auditFilters } as const;
    const complete = auditLogRecords.show;
    return listRecords(store, rules, query, { complete });
  },
};
