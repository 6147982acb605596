import { createHmac, hash } from 'node:crypto';
import type { PageQuery } from '@parley/contract/schemas';
import { listingText, readCursor, readSort, type Seal, writeCursor } from '@parley/domain';
import { LRUCache } from 'lru-cache';
import type { TenantDb } from './tenant-db.ts';
import type { Key, Place, Position, TenantQuery } from './tenant-query.ts';

// Pages of a list. A page is `(key, id)` after the last one seen, never an offset; its cursor is signed with an HMAC
// of the tenant.
//
//   const contactList = listOf<ContactRow>('contacts', { createdAt: 'created_at' });
//   const page = await paginate(db, db.select(contactsTable), contactList, { sort, page: query, filters });

/**
 * The column to sort by, which is NOT NULL. Two columns, one for each direction, when empty values must be last in
 * both.
 */
type SortColumns<Row> =
  | (keyof Row & string)
  | { asc: keyof Row & string; desc: keyof Row & string };

export interface List<Row> {
  readonly name: string;
  readonly sorts: Readonly<Record<string, SortColumns<Row>>>;
}

export interface Listing {
  /**
   * The field to sort by, or `-field` for the descending order. The contract has checked that the list can be sorted by
   * it.
   */
  sort: string;
  page: PageQuery;
  /** All filters of the list. A cursor is valid only with the same filters. */
  filters: Readonly<Record<string, unknown>>;
}

export function listOf<Row>(name: string, sorts: Record<string, SortColumns<Row>>): List<Row> {
  return { name, sorts };
}

export async function paginate<Row extends { id: string }>(
  db: TenantDb,
  query: TenantQuery<Row>,
  list: List<Row>,
  listing: Listing,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const position = readPosition(db, list, listing);
  const rows = await query.page(position);
  return pageOf(db, position, rows);
}

/** Where a page of a list starts, and which list it belongs to. */
export interface ListPosition extends Position {
  /** A hash of the list, its sort and its filters. A cursor is valid only for the same hash. */
  readonly digest: string;
}

/**
 * Returns where a page starts, for a list that reads its pages with its own statement. Read up to `limit + 1` rows from
 * there.
 */
export function readPosition<Row>(db: TenantDb, list: List<Row>, listing: Listing): ListPosition {
  const { column, direction } = orderOf(list, listing.sort);
  const { cursor, limit } = listing.page;
  const digest = digestOf(list, listing);
  const from = cursor === undefined ? undefined : readCursor<Key>(cursor, digest, sealsOf(db));
  return { column, direction, after: from, limit, digest };
}

/** Returns the cursor of the page after this row. */
export function cursorAfter<Row extends { id: string }>(
  db: TenantDb,
  position: ListPosition,
  last: Row,
): string {
  return cursorAt(db, position, placeOf(position, last));
}

/** Returns the cursor of the page after this position. */
export function cursorAt(db: TenantDb, { digest }: ListPosition, place: Place): string {
  const [seal] = sealsOf(db);
  if (!seal) throw new Error('a secret is needed to sign cursors');
  return writeCursor(place, digest, seal);
}

/** Returns the position of a row in the order of its list. */
export function placeOf<Row extends { id: string }>({ column }: Position, row: Row): Place {
  // The column is one of the columns of Row: orderOf took it from the list.
  const key = row[column as keyof Row] as Key | undefined;
  if (key === undefined) throw new Error(`a row has no ${column}, which orders its list`);
  return { key, id: row.id };
}

/** Removes the further row, which shows that there is a next page, and returns the cursor of that page. */
export function pageOf<Row extends { id: string }>(
  db: TenantDb,
  position: ListPosition,
  rows: readonly Row[],
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, position.limit);
  const last = page.at(-1);
  if (rows.length <= position.limit || last === undefined) return { rows: page, nextCursor: null };
  return { rows: page, nextCursor: cursorAfter(db, position, last) };
}

function orderOf<Row>(list: List<Row>, given: string) {
  const { field, descending } = readSort(given);
  const direction = descending ? 'desc' : 'asc';
  const sort = list.sorts[field];
  if (sort === undefined) throw new Error(`${list.name} has no sort ${given}`);
  return { column: typeof sort === 'string' ? sort : sort[direction], direction } as const;
}

const sealBytes = 16;

function sealsOf({ cursorSecrets, tenantId }: TenantDb): Seal[] {
  return cursorSecrets.map(
    (secret) => (bytes) =>
      createHmac('sha256', secret)
        .update(`${tenantId}\n`)
        .update(bytes)
        .digest()
        .subarray(0, sealBytes),
  );
}

/** The digests of the last listings, by their texts. The size is in characters. */
const digests = new LRUCache<string, string>({
  maxSize: 500_000,
  sizeCalculation: (_digest, text) => text.length,
});

function digestOf<Row>(list: List<Row>, { sort, filters }: Listing): string {
  const text = listingText(list.name, sort, filters);
  const known = digests.get(text);
  if (known !== undefined) return known;
  const digest = hash('sha256', text, 'base64url').slice(0, 16);
  digests.set(text, digest);
  return digest;
}
