import { readPosition, type SearchPage, type SearchPosition, writePosition } from '@parley/search';
import { cursorAfter, type Listing, listOf, readPosition as readCursor } from '../db/cursor.ts';
import type { TenantDb } from '../db/tenant-db.ts';

// Pages of a search, the best first.

interface Searching {
  /** Of which list; a cursor of another one is refused. */
  readonly name: string;
  readonly filters: Listing['filters'];
  readonly page: { readonly cursor?: string | undefined; readonly limit: number };
}

/** The page of a search: what it finds, and the cursor of the next. */
export async function searchPage<Hit>(
  db: TenantDb,
  searching: Searching,
  search: (after: SearchPosition | undefined) => Promise<SearchPage<Hit>>,
): Promise<{ hits: readonly Hit[]; nextCursor: string | null }> {
  const { name, filters, page } = searching;
  const list = listOf<{ place: string; id: string }>(name, { score: 'place' });
  const listing: Listing = { sort: '-score', page, filters };
  const { after: from } = readCursor(db, list, listing);
  const { hits, after } = await search(from && readPosition(from.id, String(from.key)));
  const row = after && { place: writePosition(after), id: after.id };
  return { hits, nextCursor: row && cursorAfter(db, list, listing, row) };
}

interface Identified {
  readonly id: string;
}

/** What was found beside its records, in its order; without those that were deleted since. */
export function withRecords<Hit extends Identified, Found extends Identified>(
  hits: readonly Hit[],
  records: readonly Found[],
): (readonly [Found, Hit])[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return hits.flatMap((hit) => {
    const record = byId.get(hit.id);
    return record ? [[record, hit] as const] : [];
  });
}
