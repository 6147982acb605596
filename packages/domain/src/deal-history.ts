import type { Deal, DealHistoryEntry, ListDealHistoryQuery } from '@parley/contract/schemas';
import { later } from './fields.ts';
import { anyOf, type Filters } from './filters.ts';

/** A period in which a deal was in one stage with one status. */
export type DealPeriod = Omit<DealHistoryEntry, 'durationSeconds'>;

type ListQuery = ListDealHistoryQuery & { readonly dealId: readonly [string] };

const filters: Filters<DealPeriod, ListQuery> = { dealId: anyOf('dealId') };

export const dealPeriodRules = { kind: 'dealPeriod', filters, sortKeys: {} } as const;

/** Returns since when a deal has had its present stage and status. */
export function enteredAtOf({ stageChangedAt, statusChangedAt }: Deal): string {
  return later(stageChangedAt, statusChangedAt);
}

export function newPeriod(deal: Deal, id: string): DealPeriod {
  const { id: dealId, pipelineId, stageId, status } = deal;
  const enteredAt = enteredAtOf(deal);
  return { id, dealId, pipelineId, stageId, status, enteredAt, leftAt: null };
}

export function dealHistoryOf(period: DealPeriod): DealHistoryEntry {
  const { enteredAt, leftAt } = period;
  const durationSeconds =
    leftAt === null ? null : Math.floor((Date.parse(leftAt) - Date.parse(enteredAt)) / 1_000);
  return { ...period, durationSeconds };
}
