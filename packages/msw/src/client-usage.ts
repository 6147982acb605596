import type { ClientUsage, ClientUsageQuery } from '@parley/contract';
import { clientUsage, contactReportRule, messageReportRule } from '@parley/domain';
import { reportOf } from './reports.ts';
import type { Store } from './store.ts';
import { limitUsesOf } from './tenant-limits.ts';

/** Returns what a tenant used in a period. */
export function usageOf(store: Store, query: ClientUsageQuery): ClientUsage {
  const period = { ...query, interval: 'week' } as const;
  const messagesBy = (groupBy: string) =>
    reportOf(store, messageReportRule, { ...period, groupBy }, store.messages);
  return clientUsage({
    byType: messagesBy('type'),
    byCategory: messagesBy('category'),
    contacts: [reportOf(store, contactReportRule, period, store.contacts)],
    limits: limitUsesOf(store),
  });
}
