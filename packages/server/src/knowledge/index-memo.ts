import type { BlockDocuments } from '@parley/search/format';
import { LRUCache } from 'lru-cache';

/** The documents of a block at one of its versions. They are never modified, so searches can share them. */
export interface KnownBlock {
  readonly block: number;
  readonly version: number;
  readonly documents: BlockDocuments;
}

const defaultSlots = 4_000_000;
/**
 * The number of slots that the memo counts for each index in addition to those of its blocks: even a nearly empty index
 * takes memory.
 */
const leastSlots = 50;

/**
 * Caches the blocks of recently searched indexes, by tenant and index. Cached blocks can be outdated or uncommitted, so
 * every search reads the current version numbers, and uses only cached blocks with these numbers.
 */
export type IndexMemo = LRUCache<string, readonly KnownBlock[]>;

/** Returns an empty cache. It does not keep an index that is larger than the cache. */
export function createIndexMemo(maxSlots = defaultSlots): IndexMemo {
  return new LRUCache({ maxSize: maxSlots, sizeCalculation: slotsOf });
}

function slotsOf(blocks: readonly KnownBlock[]): number {
  return blocks.reduce((slots, { documents }) => slots + documents.slots, leastSlots);
}
