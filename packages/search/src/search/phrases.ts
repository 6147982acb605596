import type { DocumentTerms } from '../format/document.ts';

/** Whether these words, each by any of its terms, follow each other in one of the texts. */
export function hasPhrase(
  { title, others, body }: DocumentTerms,
  phrase: readonly ReadonlySet<string>[],
): boolean {
  return [title, ...others, body].some((terms) =>
    terms.some((_, start) =>
      phrase.every((alternatives, offset) => alternatives.has(terms[start + offset] ?? '')),
    ),
  );
}
