import type { ClientUsage, TenantLimitUses } from '@parley/contract/schemas';
import type { StoredContact } from './contacts.ts';
import type { ReportRule } from './reports.ts';

/** The number of contacts, for the usage of a client. */
export const contactReportRule: ReportRule<StoredContact, { readonly created: number }> = {
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

interface UsageReport<Values> {
  readonly from: string;
  readonly to: string;
  readonly series: readonly { readonly key: string | null; readonly total: Values }[];
}

/** Returns the usage of a client, from the reports of its period. */
export function clientUsage({
  messages,
  contacts,
  limits,
}: {
  /** By the type of the messages. */
  readonly messages: UsageReport<Pick<ClientUsage['messages'], 'inbound' | 'outbound'>>;
  readonly contacts: readonly UsageReport<{ readonly created: number }>[];
  readonly limits: TenantLimitUses;
}): ClientUsage {
  const types = messages.series.map(({ key, total: { inbound, outbound } }) => ({
    type: String(key),
    inbound,
    outbound,
  }));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const created = contacts.flatMap(({ series }) => series.map(({ total }) => total.created));
  return {
    from: messages.from,
    to: messages.to,
    messages: {
      inbound: sum(types.map(({ inbound }) => inbound)),
      outbound: sum(types.map(({ outbound }) => outbound)),
      types,
    },
    contacts: { created: sum(created) },
    limits,
  };
}
