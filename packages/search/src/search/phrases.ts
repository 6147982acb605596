import type { DocumentTerms } from '../format/document.ts';

/**
 * Whether these words, each by any of its terms, follow each other in one of the texts; undefined when
 * `mayCompare`, which is told how many words were compared, ends the search before that is known.
 */
export function hasPhrase(
  { title, others, body }: DocumentTerms,
  phrase: readonly ReadonlySet<string>[],
  mayCompare: (words: number) => boolean,
): boolean | undefined {
  for (const terms of [title, ...others, body]) {
    for (let start = 0; start + phrase.length <= terms.length; start += 1) {
      let met = 0;
      while (met < phrase.length && phrase[met]?.has(terms[start + met] ?? '')) met += 1;
      if (met === phrase.length) return true;
      if (met > 0 && !mayCompare(met)) return undefined;
    }
  }
  return false;
}
