import type { ClientUsage, ClientUsageQuery, TenantLimitUses } from '@parley/contract/schemas';
import type { StoredContact } from './contacts.ts';
import { messageReportRule, type ReportRule } from './reports.ts';

/** The number of contacts, for the usage of a client. */
const contactReportRule: ReportRule<StoredContact, { readonly created: number }> = {
  groups: {},
  facts: [
    {
      at: 'createdAt',
      reads: [],
      isCut: true,
      count: (tally, _contact, records) => tally.add('created', records),
    },
  ],
  show: (tally) => ({ created: tally.count('created') }),
};

/** Returns the reports from which the usage of a client in a period is computed. */
export function usageReports(query: ClientUsageQuery) {
  // Only the totals are used. A single bucket allows periods of any length.
  const period = { ...query, interval: 'week', isUndivided: true } as const;
  const messagesBy = (groupBy: string) => ({
    rule: messageReportRule,
    query: { ...period, groupBy },
  });
  return {
    byType: messagesBy('type'),
    byCategory: messagesBy('category'),
    contacts: { rule: contactReportRule, query: period },
  };
}

interface UsageReport<Values> {
  readonly from: string;
  readonly to: string;
  readonly series: readonly { readonly key: string | null; readonly total: Values }[];
}

type Directions = Pick<ClientUsage['messages'], 'inbound' | 'outbound'>;

/** Returns the usage of a client, from the reports of its period. */
export function clientUsage({
  byType,
  byCategory,
  contacts,
  limits,
}: {
  readonly byType: UsageReport<Directions>;
  readonly byCategory: UsageReport<Directions>;
  readonly contacts: readonly UsageReport<{ readonly created: number }>[];
  readonly limits: TenantLimitUses;
}): ClientUsage {
  const types = byType.series.map(({ key, total: { inbound, outbound } }) => ({
    type: String(key),
    inbound,
    outbound,
  }));
  const categories = byCategory.series.flatMap(({ key, total: { inbound, outbound } }) =>
    key === null ? [] : { category: key, inbound, outbound },
  );
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const created = contacts.flatMap(({ series }) => series.map(({ total }) => total.created));
  return {
    from: byType.from,
    to: byType.to,
    messages: {
      inbound: sum(types.map(({ inbound }) => inbound)),
      outbound: sum(types.map(({ outbound }) => outbound)),
      types,
      categories,
    },
    contacts: { created: sum(created) },
    limits,
  };
}
