import type { TenantLimitName, TenantLimitUses } from '@parley/contract/schemas';
import { numberOf } from '../ui/english.ts';
import { Facts } from '../ui/page.tsx';

const labels: Readonly<Record<TenantLimitName, string>> = {
  messagesPerMonth: 'Messages per month',
  contacts: 'Contacts',
  channels: 'Channels',
  members: 'Members',
};

/** The limits, in the order in which pages show them. */
export const limits = Object.entries(labels) as [TenantLimitName, string][];

/** Shows how much of each limit is used. Limits that are not set are left out. */
export function LimitUses({ uses }: { uses: TenantLimitUses }) {
  const facts = limits.flatMap(([name, label]) => {
    const use = uses[name];
    if (!use) return [];
    return [[label, `${numberOf(use.used)} of ${numberOf(use.max)}`] as const];
  });
  return facts.length > 0 && <Facts of={facts} />;
}
