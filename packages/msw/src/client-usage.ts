import type { ClientUsage, ClientUsageQuery } from '@parley/contract';
import { clientUsage, usageReports } from '@parley/domain';
import { reportOf } from './reports.ts';
import type { Store } from './store.ts';
import { limitUsesOf } from './tenant-limits.ts';

/** Returns what a tenant used in a period. */
export function usageOf(store: Store, query: ClientUsageQuery): ClientUsage {
  const { byType, byCategory, contacts } = usageReports(query);
  return clientUsage({
    byType: reportOf(store, byType, store.messages),
    byCategory: reportOf(store, byCategory, store.messages),
    contacts: [reportOf(store, contacts, store.contacts)],
    limits: limitUsesOf(store),
  });
}
