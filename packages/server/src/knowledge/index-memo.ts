import type { BlockDocuments } from '@parley/search/format';

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
 * Caches the blocks of recently searched indexes. Cached blocks can be outdated or uncommitted, so every search reads
 * the current version numbers, and uses only cached blocks with these numbers.
 */
export class IndexMemo {
  readonly #maxSlots: number;
  /** The blocks, by tenant and index. The most recently used index is the last one. */
  readonly #indexes = new Map<string, readonly KnownBlock[]>();
  #slots = 0;

  constructor(maxSlots = defaultSlots) {
    this.#maxSlots = maxSlots;
  }

  get(key: string): readonly KnownBlock[] {
    return this.#indexes.get(key) ?? [];
  }

  keep(key: string, blocks: readonly KnownBlock[]): void {
    this.#forget(key);
    this.#indexes.set(key, blocks);
    this.#slots += slotsOf(blocks);
    for (const oldest of this.#indexes.keys()) {
      if (this.#slots <= this.#maxSlots) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const blocks = this.#indexes.get(key);
    if (!blocks) return;
    this.#slots -= slotsOf(blocks);
    this.#indexes.delete(key);
  }
}

function slotsOf(blocks: readonly KnownBlock[]): number {
  return blocks.reduce((slots, { documents }) => slots + documents.slots, leastSlots);
}
