import { createHmac, hash } from 'node:crypto';
import type { PageQuery } from '@parley/contract/schemas';
import { listingText, readCursor, readSort, type Seal, writeCursor } from '@parley/domain';
import type { TenantDb } from './tenant-db.ts';
import type { Key, Place, Position, TenantQuery } from './tenant-query.ts';

// Pages of a list. A page is `(key, id)` after the last one seen, never an offset; its cursor is sealed with an HMAC
// of the tenant.
//
//   const contactList = listOf<ContactRow>('contacts', { createdAt: 'created_at' });
//   const page = await paginate(db, db.select(contactsTable), contactList, { sort, page: query, filters });

/** A NOT NULL column; or two, where empty values must come last in both directions. */
type SortColumns<Row> =
  | (keyof Row & string)
  | { asc: keyof Row & string; desc: keyof Row & string };

export interface List<Row> {
  readonly name: string;
  readonly sorts: Readonly<Record<string, SortColumns<Row>>>;
}

export interface Listing {
  /** `field` or `-field`, one of the list's sorts: the contract has checked it. */
  sort: string;
  page: PageQuery;
  /** Everything that narrows the list: the cursor is only good for the same filters. */
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

/** The start of a page of a list. */
export interface ListPosition extends Position {
  /** The scope of a cursor: the list, its sort and its filters. */
  readonly digest: string;
}

/** For a list whose page is read by a statement: returns up to `limit + 1` rows from here. */
export function readPosition<Row>(db: TenantDb, list: List<Row>, listing: Listing): ListPosition {
  const { column, direction } = orderOf(list, listing.sort);
  const { cursor, limit } = listing.page;
  const digest = hashOf(list, listing);
  const from = cursor === undefined ? undefined : readCursor<Key>(cursor, digest, sealsOf(db));
  return { column, direction, after: from, limit, digest };
}

/** The cursor of the page after this row. */
export function cursorAfter<Row extends { id: string }>(
  db: TenantDb,
  position: ListPosition,
  last: Row,
): string {
  return cursorAt(db, position, placeOf(position, last));
}

/** The cursor of the page that begins after this place. */
export function cursorAt(db: TenantDb, { digest }: ListPosition, place: Place): string {
  const [seal] = sealsOf(db);
  if (!seal) throw new Error('a secret is needed to sign cursors');
  return writeCursor(place, digest, seal);
}

/** The place of a row in the order of its list. */
export function placeOf<Row extends { id: string }>({ column }: Position, row: Row): Place {
  // `column` is one of Row's own keys: orderOf took it from the list.
  const key = row[column as keyof Row] as Key | undefined;
  if (key === undefined) throw new Error(`a row has no ${column}, which orders its list`);
  return { key, id: row.id };
}

/** Removes the extra row that shows that there is a next page, and returns its cursor. */
function pageOf<Row extends { id: string }>(
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

function hashOf<Row>(list: List<Row>, { sort, filters }: Listing): string {
  return hash('sha256', listingText(list.name, sort, filters), 'base64url').slice(0, 16);
}
