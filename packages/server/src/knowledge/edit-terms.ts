import type { StoredTerm } from '@parley/search';
import { spellingsOf, wordsOf } from '@parley/search/format';
import { findTerms } from '../db/statements/knowledge-search.ts';
import type { TenantDb } from '../db/tenant-db.ts';

/** A document in its place. */
export interface Placed {
  readonly slot: number;
  readonly counts: ReadonlyMap<string, number>;
  /** Of the terms that are not spelled as they are. */
  readonly spellings: ReadonlyMap<string, Iterable<string>>;
}

export interface BlockEdit {
  readonly removed: Placed[];
  readonly added: Placed[];
}

/** In how many documents each term stands, and how it is spelled there. */
export async function editTerms(
  db: TenantDb,
  index: string,
  edits: readonly BlockEdit[],
): Promise<StoredTerm[]> {
  const differences = new Map<string, TermDifference>();
  for (const { removed, added } of edits) {
    for (const placed of removed) countSpellings(differences, placed, -1);
    for (const placed of added) countSpellings(differences, placed, 1);
  }
  const { terms: stored } = await db.run(findTerms, { index, terms: [...differences.keys()] });
  const known = new Map(stored.map((row) => [row.term, row]));
  return [...differences].flatMap(([term, { documents, words }]) => {
    const before = known.get(term);
    const after = spelledAs(term, before, words);
    if (documents === 0 && after === (before?.words ?? null)) return [];
    return { term, documents: (before?.documents ?? 0) + documents, words: after };
  });
}

interface TermDifference {
  documents: number;
  readonly words: Map<string, number>;
}

function countSpellings(
  differences: Map<string, TermDifference>,
  { counts, spellings }: Placed,
  by: 1 | -1,
): void {
  for (const term of counts.keys()) {
    const difference = differences.get(term) ?? { documents: 0, words: new Map<string, number>() };
    differences.set(term, difference);
    difference.documents += by;
    for (const word of spellings.get(term) ?? [term]) {
      difference.words.set(word, (difference.words.get(word) ?? 0) + by);
    }
  }
}

/** `StoredTerm.words` after these differences. */
function spelledAs(
  term: string,
  before: StoredTerm | undefined,
  differences: ReadonlyMap<string, number>,
): string | null {
  const counts = new Map(before ? spellingsOf(before) : []);
  for (const [word, by] of differences) counts.set(word, (counts.get(word) ?? 0) + by);
  return wordsOf(term, counts);
}
