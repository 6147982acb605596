import type { Turns } from '@parley/search';
import { type Entry, editPostings, type ListEdit } from '@parley/search/format';
import type { TenantDb } from '../db/tenant-db.ts';
import type { BlockEdit, Placed } from './edit-terms.ts';
import { slicesOf } from './slices.ts';
import { readBlockPostings } from './statements/edit.ts';
import type { IndexChange } from './statements/write.ts';
import type { IndexHead } from './table.ts';

/** Returns the new posting lists of the terms whose documents change, block by block. */
export async function editLists(
  db: TenantDb,
  head: IndexHead,
  { edits, turns }: { edits: ReadonlyMap<number, BlockEdit>; turns: Turns },
): Promise<IndexChange['postings']> {
  const changed: IndexChange['postings'][number][] = [];
  for (const [block, edit] of edits) {
    const lists = await listEdits(edit, turns);
    for (const slice of slicesOf(lists)) {
      const terms = slice.map(([term]) => term);
      const stored =
        block < head.blocks
          ? await db.run(readBlockPostings, { index: head.name, block, terms })
          : [];
      const before = new Map(stored.map((row) => [row.term, row.postings]));
      for (const [term, list] of slice) {
        const postings = editPostings(before.get(term) ?? new Uint8Array(), list);
        changed.push({ term, block, postings: postings.length === 0 ? null : postings });
      }
      await turns.pause();
    }
  }
  return changed;
}

/**
 * Returns how an edit of a block changes the posting list of each term. The terms have the order in which the database
 * sorts.
 */
async function listEdits(
  { removed, added }: BlockEdit,
  turns: Turns,
): Promise<[string, ListEdit][]> {
  const lists = new Map<string, { removed: number[]; added: Entry[] }>();
  const listOf = (term: string) => {
    const known = lists.get(term);
    if (known) return known;
    const list = { removed: [], added: [] };
    lists.set(term, list);
    return list;
  };
  for (const { slot, counts } of removed.toSorted(bySlot)) {
    for (const term of counts.keys()) listOf(term).removed.push(slot);
    await turns.pause();
  }
  for (const { slot, counts: all } of added.toSorted(bySlot)) {
    for (const [term, counts] of all) listOf(term).added.push({ slot, counts });
    await turns.pause();
  }
  return [...lists].sort(([a], [b]) => (a < b ? -1 : 1));
}

function bySlot(a: Placed, b: Placed): number {
  return a.slot - b.slot;
}
