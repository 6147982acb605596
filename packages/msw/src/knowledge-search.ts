// The code that the search of sources and the search of FAQs share.
import { readPosition, type SearchPage, type SearchPosition, writePosition } from '@parley/search';
import type { IndexedRecord } from '@parley/search/memory';
import type { Indexed } from './knowledge-state.ts';
import { cursorOf, placeOf } from './pages.ts';
import type { Store } from './store.ts';

interface SearchQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly snippets?: number;
  readonly sort?: string;
}

/**
 * Returns a page of search results. Its cursor stays valid while the search finds the same records in the same order.
 */
export async function searchPage<Hit>(
  store: Store,
  list: string,
  { sort: _sort, snippets: _snippets, ...query }: SearchQuery,
  search: (after: SearchPosition | undefined) => Promise<SearchPage<Hit>>,
): Promise<{ hits: readonly Hit[]; nextCursor: string | null; approximate?: true }> {
  const request = { list, tenantId: store.tenant.id, query };
  const place = placeOf(request);
  const { hits, after, isApproximate } = await search(
    place && readPosition(place.id, String(place.key)),
  );
  const nextCursor = after && cursorOf({ key: writePosition(after), id: after.id }, request);
  return { hits, nextCursor, ...(isApproximate && { approximate: true }) };
}

interface Found {
  readonly id: string;
  readonly updatedAt: string;
}

/**
 * Returns those of the wanted records that are indexed, each with its indexed text, which may be older than the record.
 */
export function indexedOf<Rec extends Found>(
  { knowledge }: Store,
  records: readonly Rec[],
  isWanted: (record: Rec, indexed: Indexed) => boolean,
  questionsOf: (record: Rec) => readonly string[] = () => [],
): IndexedRecord[] {
  return records.flatMap((record) => {
    const indexed = knowledge.indexed.get(record.id);
    if (!indexed || !isWanted(record, indexed)) return [];
    const { id, updatedAt } = record;
    const { prepared: found, revision } = indexed;
    return { id, updatedAt, found, revision, questions: questionsOf(record) };
  });
}
