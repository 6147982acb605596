import type { Deal } from '@parley/contract';
import { positionBetween, spreadAtOnce, spreadGap } from '@parley/domain';
import { dealRecords } from './deal-records.ts';
import type { Store } from './store.ts';

/**
 * Returns a free position before the deals at `position` or above; without such a deal, one at the end of the stage.
 */
export function findPosition(
  store: Store,
  stageId: string,
  position: number | null | undefined,
  ownId = '',
): number {
  const others = [...dealRecords.all(store).values()].filter(
    (deal) => deal.stageId === stageId && deal.id !== ownId,
  );
  const positions = others.map((deal) => deal.position).sort((a, b) => a - b);
  const after = position == null ? undefined : positions.find((one) => one >= position);
  const before = positions.findLast((one) => after === undefined || one < after);
  const found = positionBetween({ before, after });
  if (found !== undefined || after === undefined) return found as number;
  return makeRoom(others, before as number, after);
}

/** Gives the next deals new, evenly spread positions, and returns a free position before them. */
function makeRoom(others: readonly Deal[], before: number, from: number): number {
  const behind = others.filter(({ position }) => position >= from);
  behind.sort((a, b) => a.position - b.position);
  for (let count = spreadAtOnce; ; count *= 4) {
    const gap = spreadGap(before, behind[count]?.position, count);
    if (gap === undefined) continue;
    for (const [index, deal] of behind.slice(0, count).entries()) {
      deal.position = before + gap * (index + 2);
    }
    return before + gap;
  }
}
