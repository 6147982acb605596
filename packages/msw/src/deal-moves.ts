import type { Deal, Pipeline } from '@parley/contract';
import {
  checkNoDeals,
  type DealSum,
  type MoveTarget,
  placeOfMoved,
  toTenThousandths,
} from '@parley/domain';
import { findPosition } from './deal-positions.ts';
import { dealRecords } from './deal-records.ts';
import { pipelineRecords } from './pipeline-records.ts';
import type { Store } from './store.ts';

type From = Pick<Deal, 'stageId'> | Pick<Deal, 'pipelineId'>;

function dealsIn(store: Store, from: From): Deal[] {
  return [...dealRecords.all(store).values()].filter((deal) =>
    'stageId' in from ? deal.stageId === from.stageId : deal.pipelineId === from.pipelineId,
  );
}

export function moveDeals(
  store: Store,
  stageId: string,
  choose: (all: readonly Pipeline[]) => MoveTarget,
): void {
  const target = choose([...pipelineRecords.all(store).values()]);
  for (const deal of dealsIn(store, { stageId }).sort((a, b) => a.position - b.position)) {
    const place = placeOfMoved(deal, target);
    const position = findPosition(store, place.stage.id, null, deal.id);
    dealRecords.update(store, deal.id, { place: { ...place, position } });
  }
}

/** Throws SVC-IN-USE while the stage or pipeline has deals. */
export function requireNoDeals(
  store: Store,
  from: From,
  named: { readonly resource: 'stage' | 'pipeline'; readonly id: string },
): void {
  checkNoDeals(named, dealsIn(store, from).length);
}

export function sumsOf(store: Store, { id: pipelineId }: Pipeline): DealSum[] {
  return dealsIn(store, { pipelineId })
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ stageId, currency, probability, value }) => ({
      stageId,
      currency,
      probability,
      count: 1,
      value: BigInt(toTenThousandths(value ?? 0)),
    }));
}
