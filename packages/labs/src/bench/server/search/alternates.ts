import { questionKey } from '@parley/search';
import { createRandom } from '@parley/search/noise';
import type { Collection, Query } from './collection.ts';

const perFaq = 3;

/**
 * Gives every FAQ three of its questions as alternate questions, and keeps only queries that differ from all of them. A
 * question that several FAQs share is not used.
 */
export function withAlternates(
  { documents, queries, ...rest }: Collection,
  seed: number,
): { plain: Collection; given: Collection } {
  const random = createRandom(seed);
  const shuffled = queries
    .map((query) => ({ query, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ query }) => query);
  const meanings = meaningsOf(queries);
  const used = new Set<string>();
  const alternates = new Map<string, string[]>(documents.map(({ id }) => [id, []]));
  for (const { q, relevant } of shuffled) {
    const key = questionKey(q);
    const [id, ...others] = meanings.get(key) ?? [];
    if (others.length > 0 || used.has(key) || id === undefined) continue;
    for (const one of relevant) {
      const known = alternates.get(one);
      if (!known || known.length >= perFaq) continue;
      known.push(q);
      used.add(key);
    }
  }
  const left = queries.filter(({ q }) => !used.has(questionKey(q)));
  return {
    plain: { ...rest, documents, queries: left },
    given: {
      ...rest,
      queries: left,
      documents: documents.map((document) => ({
        ...document,
        alternateQuestions: alternates.get(document.id) ?? [],
      })),
    },
  };
}

/** Returns for each query text everything that the collection says it means. */
function meaningsOf(queries: readonly Query[]): Map<string, Set<string>> {
  const meanings = new Map<string, Set<string>>();
  for (const { q, relevant } of queries) {
    const known = meanings.get(questionKey(q)) ?? new Set();
    meanings.set(questionKey(q), known.add([...relevant].join(' ')));
  }
  return meanings;
}
