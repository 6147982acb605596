// What a search of knowledge and its plain list have in common.
import { readPosition, type SearchPage, type SearchPosition, writePosition } from '@parley/search';
import { cursorOf, placeOf } from './pages.ts';

/** Whether it is in one of the languages: `pt` takes in `pt-BR`. */
export function isSpoken(wanted: readonly string[] | undefined, language: string): boolean {
  const spoken = `${language.toLowerCase()}-`;
  return wanted === undefined || wanted.some((one) => spoken.startsWith(`${one.toLowerCase()}-`));
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
