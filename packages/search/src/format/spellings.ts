import type { StoredTerm } from '../reader.ts';

/** Returns every spelling of a term with the number of documents that have it. */
export function spellingsOf({
  term,
  documents,
  words,
}: StoredTerm): [word: string, count: number][] {
  if (words === null) return [[term, documents]];
  return words.split(' ').map((entry) => {
    const colon = entry.lastIndexOf(':');
    return [entry.slice(0, colon), Number(entry.slice(colon + 1))];
  });
}

/**
 * Returns the text for `StoredTerm.words` from the number of documents with each spelling; null when the only spelling
 * is the term itself.
 */
export function wordsOf(term: string, counts: ReadonlyMap<string, number>): string | null {
  const left = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  if (left.every(([word]) => word === term)) return null;
  return left.map(([word, count]) => `${word}:${count}`).join(' ');
}
