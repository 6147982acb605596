import type { StoredTerm, Turns } from '@parley/search';
import { type Spellings, spellingsOf, wordsOf } from '@parley/search/format';
import type { TenantDb } from '../db/tenant-db.ts';
import { slicesOf } from './slices.ts';
import { findTerms } from './statements/search.ts';

/** A document and its slot in a block. */
export interface Placed {
  readonly slot: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly spellings: Spellings;
}

export interface BlockEdit {
  readonly removed: Placed[];
  readonly added: Placed[];
}

/** Returns the terms that the edits change, with their new number of documents and their spellings. */
export async function editTerms(
  db: TenantDb,
  index: string,
  { edits, turns }: { edits: Iterable<BlockEdit>; turns: Turns },
): Promise<StoredTerm[]> {
  const differences = new Map<string, TermDifference>();
  for (const { removed, added } of edits) {
    for (const placed of removed) {
      countSpellings(differences, placed, -1);
      await turns.pause();
    }
    for (const placed of added) {
      countSpellings(differences, placed, 1);
      await turns.pause();
    }
  }
  // In the order in which the database stores them.
  const all = [...differences].sort(([a], [b]) => (a < b ? -1 : 1));
  const edited: StoredTerm[] = [];
  for (const slice of slicesOf(all)) {
    const { terms } = await db.run(findTerms, { index, terms: slice.map(([term]) => term) });
    const known = new Map(terms.map((row) => [row.term, row]));
    for (const [term, difference] of slice) {
      const before = known.get(term);
      const words = spelledAs(term, before, difference);
      if (difference.documents === 0 && words === (before?.words ?? null)) continue;
      edited.push({ term, documents: (before?.documents ?? 0) + difference.documents, words });
    }
    await turns.pause();
  }
  return edited;
}

interface TermDifference {
  documents: number;
  /**
   * By how much the number of documents with the normal spelling changes, unless `words` has the change of each
   * spelling.
   */
  plain: number;
  words: Map<string, number> | undefined;
}

function countSpellings(
  differences: Map<string, TermDifference>,
  { counts, spellings }: Placed,
  by: 1 | -1,
): void {
  for (const term of counts.keys()) {
    let difference = differences.get(term);
    if (!difference) {
      difference = { documents: 0, plain: 0, words: undefined };
      differences.set(term, difference);
    }
    difference.documents += by;
    const spelled = spellings.get(term);
    if (!spelled) {
      difference.plain += by;
      continue;
    }
    difference.words ??= new Map();
    for (const word of spelled) {
      difference.words.set(word, (difference.words.get(word) ?? 0) + by);
    }
  }
}

/**
 * Returns the new value of `StoredTerm.words`: each spelling with its number of documents, after these numbers have
 * changed; null when the only spelling is the term itself.
 */
function spelledAs(
  term: string,
  before: StoredTerm | undefined,
  { plain, words }: TermDifference,
): string | null {
  if (!words && (before?.words ?? null) === null) return null;
  const counts = new Map(before ? spellingsOf(before) : []);
  for (const [word, by] of [[term, plain] as const, ...(words ?? [])]) {
    counts.set(word, (counts.get(word) ?? 0) + by);
  }
  return wordsOf(term, counts);
}
