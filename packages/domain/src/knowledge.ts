import { knowledgeLimits, pageLimits } from '@parley/contract/schemas';
import { invalid } from './refusals.ts';

// The code that the lists of sources and of FAQs share. With `q`, a list is a search; without it, a plain list.

interface Asked {
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
}

type SearchParameter = 'q' | 'minScore' | 'match' | 'snippets' | 'fuzzy';

/** The query of a plain list: without the parameters of a search. */
export type PlainList<Query> = Omit<Query, SearchParameter | 'limit'> & { limit: number };

export type Search<Query> = Query & { q: string; limit: number };

/**
 * Returns the search parameters of a query; undefined when `q` is blank. Throws SVC-VALIDATION when the limit is too
 * high.
 */
export function searchIn<Query extends Asked>(
  query: Query,
  noun: 'sources' | 'faqs',
): Search<Query> | undefined {
  const { q } = query;
  if (q === undefined || q.trim() === '') return undefined;
  const { max, [noun]: usual } = knowledgeLimits.perPage;
  const limit = query.limit ?? usual;
  if (limit <= max) return { ...query, q, limit };
  // The schema allows the higher limit of plain lists.
  const message = `must be at most ${max} in a search`;
  throw invalid({ in: 'query', path: 'limit', code: 'out_of_range', message });
}

export function plainListIn<Query extends Asked & Partial<Record<SearchParameter, unknown>>>({
  q: _q,
  minScore: _minScore,
  match: _match,
  snippets: _snippets,
  fuzzy: _fuzzy,
  limit = pageLimits.default,
  ...listing
}: Query): PlainList<Query> {
  return { ...listing, limit };
}
