import { readPosition, type SearchPage, type SearchPosition, writePosition } from '@parley/search';
import { cursorAfter, type Listing, listOf, readPosition as readCursor } from '../db/cursor.ts';
import type { Table } from '../db/table.ts';
import type { TenantDb } from '../db/tenant-db.ts';

// Pages of a search, best results first.

interface SearchQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly snippets?: number;
}

/** Returns a page of a search and the cursor of the next one. The cursor works only in the list called `name`. */
export async function searchPage<Hit>(
  db: TenantDb,
  name: string,
  { cursor, limit, snippets: _snippets, ...filters }: SearchQuery,
  search: (after: SearchPosition | undefined) => Promise<SearchPage<Hit>>,
): Promise<{ hits: readonly Hit[]; nextCursor: string | null; approximate?: true }> {
  const list = listOf<{ place: string; id: string }>(name, { score: 'place' });
  const listing: Listing = { sort: '-score', page: { cursor, limit }, filters };
  const position = readCursor(db, list, listing);
  const from = position.after;
  const { hits, after, isApproximate } = await search(
    from && readPosition(from.id, String(from.key)),
  );
  const row = after && { place: writePosition(after), id: after.id };
  const nextCursor = row && cursorAfter(db, position, row);
  return { hits, nextCursor, ...(isApproximate && { approximate: true }) };
}

interface Identified {
  readonly id: string;
}

/** Returns each record with its hit, in the order of the hits; deleted records are omitted. */
export async function withRecords<Hit extends Identified, Rec, Row extends Identified>(
  db: TenantDb,
  table: Table<Rec, Row>,
  hits: readonly Hit[],
): Promise<(readonly [Rec, Hit])[]> {
  if (hits.length === 0) return [];
  const ids = hits.map(({ id }) => id);
  const rows = await db.select(table).whereIn('id', ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap((hit) => {
    const row = byId.get(hit.id);
    return row ? [[table.toRecord(row), hit] as const] : [];
  });
}
