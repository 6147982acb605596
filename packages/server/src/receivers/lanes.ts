import { createHash } from 'node:crypto';
import { type Item, kept, type Network, type ParsedItem } from './items.ts';

// Workers handle the items of one person in their order, and those of different people at the same time.

const lanes = 8;

/** The items of one webhook lane: the smallest parts of the body that contain them, in order. */
export interface LaneOfBody {
  readonly lane: number;
  readonly fragments: readonly unknown[];
}

/** Returns the items of a body. If the parser throws, the whole body is one item, which is kept. */
export function itemsOrKept({ itemsOf }: Network, body: unknown): readonly ParsedItem[] {
  try {
    return itemsOf(body);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    return [{ item: kept(`not parsed: ${why}`), fragment: body }];
  }
}

/** Splits the items of a channel into webhook lanes by the person that they are about. */
export function lanesOf(network: Network, body: unknown): readonly LaneOfBody[] {
  const found = new Map<number, Set<unknown>>();
  const laneOfFragment = new Map<unknown, number>();
  for (const { item, fragment } of itemsOrKept(network, body)) {
    // Items of one fragment belong together.
    const lane = laneOfFragment.get(fragment) ?? laneOf(item);
    laneOfFragment.set(fragment, lane);
    found.set(lane, (found.get(lane) ?? new Set()).add(fragment));
  }
  return [...found].map(([lane, fragments]) => ({ lane, fragments: [...fragments] }));
}

function laneOf(item: Item): number {
  return createHash('sha256').update(personOf(item)).digest().readUInt8(0) % lanes;
}

/** Returns the person that an item is about; for a status report, the message. */
function personOf(item: Item): string {
  switch (item.kind) {
    case 'message':
      return item.from[0];
    case 'echo':
      return item.to[0];
    case 'read':
      return item.by;
    case 'preference':
      return item.by[0];
    case 'move':
      return item.previous;
    case 'change':
    case 'status':
      return item.externalId;
    case 'template':
      return item.report.name;
    case 'channel':
    case 'kept':
    case 'ignored':
      return '';
  }
}
