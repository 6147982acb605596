// What a search of knowledge and its plain list have in common.
import { type KnowledgeSnippet, knowledgeLimits, pageLimits, ServiceError } from '@parley/contract';
import {
  readPosition,
  type SearchPage,
  type SearchPosition,
  type Snippet,
  writePosition,
} from '@parley/search';
import { cursorOf, placeOf } from './pages.ts';

/** What is looked for; undefined where it is a plain list. */
export function searchedFor({ q }: { q?: string | undefined }): string | undefined {
  return q === undefined || q.trim() === '' ? undefined : q;
}

/** Records per page. Throws SVC-VALIDATION for more than a search has: the schema allows those of a list. */
export function limitOf(
  query: { q?: string | undefined; limit?: number | undefined },
  perPage: number,
): number {
  if (searchedFor(query) === undefined) return query.limit ?? pageLimits.default;
  const limit = query.limit ?? perPage;
  const { max } = knowledgeLimits.perPage;
  if (limit <= max) return limit;
  const message = `must be at most ${max} in a search`;
  const issue = { in: 'query', path: 'limit', code: 'out_of_range', message } as const;
  throw new ServiceError('SVC-VALIDATION', { issues: [issue] });
}

/** Whether it is in one of the languages: `pt` takes in `pt-BR`. */
export function isSpoken(wanted: readonly string[] | undefined, language: string): boolean {
  const spoken = `${language.toLowerCase()}-`;
  return wanted === undefined || wanted.some((one) => spoken.startsWith(`${one.toLowerCase()}-`));
}

/** As it is answered: an FAQ is found as a whole, and has no chunks. */
export function toSnippet(
  { headings, highlights, ...snippet }: Snippet,
  chunkId: string | null = snippet.chunkId,
): KnowledgeSnippet {
  return {
    ...snippet,
    chunkId,
    headings: [...headings],
    highlights: highlights.map((range) => [...range]),
  };
}

type Listed = Parameters<typeof placeOf>[0];

/** The page of a search; its cursor is good for whatever shows the same records in the same order. */
export async function searchPage<Hit>(
  { list, tenantId, query }: Listed,
  search: (after: SearchPosition | undefined) => Promise<SearchPage<Hit>>,
): Promise<{ hits: readonly Hit[]; nextCursor: string | null }> {
  const { sort: _sort, snippets: _snippets, ...looking } = query as Listed['query'] & Shown;
  const request = { list: `${list} search`, tenantId, query: looking };
  const place = placeOf(request);
  const from = place && readPosition(String(place.id), String(place.key));
  const { hits, after } = await search(from);
  const nextCursor = after && cursorOf({ key: writePosition(after), id: after.id }, request);
  return { hits, nextCursor };
}

interface Shown {
  sort?: unknown;
  snippets?: unknown;
}
