import type { DocumentTerms } from '../format/document.ts';

/**
 * Returns whether these words are adjacent in one of the texts, each word as any of its terms. Calls `mayCompare` with
 * the number of words to compare; if it refuses, returns undefined.
 */
export function hasPhrase(
  { title, others, body }: DocumentTerms,
  phrase: readonly ReadonlySet<string>[],
  mayCompare: (words: number) => boolean,
): boolean | undefined {
  for (const terms of [title, ...others, body]) {
    if (phrase.length > terms.length) continue;
    if (!mayCompare(terms.length)) return undefined;
    for (let start = 0; start + phrase.length <= terms.length; start += 1) {
      let met = 0;
      while (met < phrase.length && phrase[met]?.has(terms[start + met] ?? '')) met += 1;
      if (met === phrase.length) return true;
      if (met > 0 && !mayCompare(met)) return undefined;
    }
  }
  return false;
}
