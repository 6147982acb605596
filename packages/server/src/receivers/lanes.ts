import { createHash } from 'node:crypto';
import { type Item, kept, type Network, type ParsedItem } from './items.ts';

// Workers handle the items of one person in their order, and those of different people at the same time.

const lanes = 8;

/** The items of one webhook lane: the smallest parts of the body that contain them, in order. */
export interface LaneOfBody {
  readonly lane: number;
  readonly fragments: readonly unknown[];
}

/**
 * The maximum total length of all fragments of a body, as a multiple of the length of the body. In real webhooks, it is
 * at most two.
 */
const longest = 4;
/** The maximum number of elements in all lists of a body. WhatsApp sends at most 1,000 items in one body. */
const mostElements = 50_000;
/**
 * The maximum length of a fragment, in characters of JSON. Items of real webhooks are much shorter. A page of longer
 * messages would fill the memory.
 */
const longestFragment = 262_144;

/**
 * Returns the items of a body. Keeps an item with a long fragment. Keeps the whole body as one item if the parser throws
 * or finds no items, if the lists are too long, or if the fragments repeat a part too often.
 */
export function itemsOrKept({ itemsOf }: Network, body: unknown): readonly ParsedItem[] {
  try {
    if (elementsIn(body) > mostElements) return [{ item: kept('too many items'), fragment: body }];
    const items = itemsOf(body);
    if (items.length === 0) return [{ item: kept('no items'), fragment: body }];
    const whole = sizeOf(body);
    // Each fragment is a part of the body, so a few of them cannot be too long.
    if (items.length <= longest && whole <= longestFragment) return items;
    const long = new Set<unknown>();
    let size = 0;
    for (const fragment of new Set(items.map((item) => item.fragment))) {
      const own = sizeOf(fragment);
      if (own > longestFragment) long.add(fragment);
      size += own;
      if (size > longest * whole)
        return [{ item: kept('too large after it is split'), fragment: body }];
    }
    return items.map((one) => (long.has(one.fragment) ? { ...one, item: kept('too large') } : one));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    return [{ item: kept(`not parsed: ${why}`), fragment: body }];
  }
}

function elementsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? value.length : 0;
  for (const one of Object.values(value)) count += elementsIn(one);
  return count;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
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
export function personOf(item: Item): string {
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
    case 'quality':
    case 'kept':
    case 'ignored':
      return '';
  }
}
