import { type Entry, editPostings, type ListEdit } from '@parley/search/format';
import { type IndexHead, readBlockPostings } from '../db/statements/knowledge-edit.ts';
import type { IndexChange } from '../db/statements/knowledge-write.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { BlockEdit, Placed } from './edit-terms.ts';

/** The lists of the terms whose documents change, block by block. */
export async function editLists(
  db: TenantDb,
  head: IndexHead,
  edits: ReadonlyMap<number, BlockEdit>,
): Promise<IndexChange['postings']> {
  const changed: IndexChange['postings'][number][] = [];
  for (const [block, edit] of edits) {
    const lists = listEdits(edit);
    const stored =
      block < head.blocks
        ? await db.run(readBlockPostings, { index: head.name, block, terms: [...lists.keys()] })
        : [];
    const before = new Map(stored.map((row) => [row.term, row.postings]));
    for (const [term, list] of lists) {
      const postings = editPostings(before.get(term) ?? new Uint8Array(), list);
      changed.push({ term, block, postings: postings.length === 0 ? null : postings });
    }
  }
  return changed;
}

/** What an edit of a block does to the list of each term; in their order, in which the database keeps them. */
function listEdits({ removed, added }: BlockEdit): Map<string, ListEdit> {
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
  }
  for (const { slot, counts: all } of added.toSorted(bySlot)) {
    for (const [term, counts] of all) listOf(term).added.push({ slot, counts });
  }
  return new Map([...lists].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function bySlot(a: Placed, b: Placed): number {
  return a.slot - b.slot;
}
