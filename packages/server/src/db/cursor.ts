import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { type PageQuery, ServiceError } from '@parley/contract/schemas';
import type { TenantDb } from './tenant-db.ts';
import type { TenantQuery } from './tenant-query.ts';

// The only place that knows cursors: base64url of {sort keys, id, hash of filters and sort} with a
// 16-byte HMAC over it and the tenant. A page is `(key, id)` after the last one seen, never an offset.
//
//   const contactList = listOf<ContactRow>('contacts', { createdAt: 'created_at' });
//   const page = await paginate(db, db.select(contactsTable), contactList, { sort, page: query, filters });

type Key = string | number;

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

/** Where a page begins: after this key and id, in this order. */
export interface Position {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly after: { readonly key: Key; readonly id: string } | undefined;
  readonly limit: number;
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
  const rows = await after(query, position);
  return pageOf(db, list, listing, position, rows);
}

/** For a list whose page is read by a statement: it answers up to `limit + 1` rows from here. */
export function readPosition<Row>(db: TenantDb, list: List<Row>, listing: Listing): Position {
  const { column, direction } = orderOf(list, listing.sort);
  const { cursor, limit } = listing.page;
  const from = cursor === undefined ? undefined : readCursor(db, cursor, hashOf(list, listing));
  return { column, direction, after: from, limit };
}

/** Where the page after this row begins. */
export function cursorAfter<Row extends { id: string }>(
  db: TenantDb,
  list: List<Row>,
  listing: Listing,
  last: Partial<Row> & { id: string },
): string {
  const { column } = orderOf(list, listing.sort);
  // `column` is one of Row's own keys: orderOf took it from the list.
  const key = last[column as keyof Row] as Key | undefined;
  if (key === undefined) throw new Error(`a row of ${list.name} has no ${column}`);
  return writeCursor(db, { key, id: last.id }, hashOf(list, listing));
}

/** Trims the row that only told that there is more, and names the place where it is. */
function pageOf<Row extends { id: string }>(
  db: TenantDb,
  list: List<Row>,
  listing: Listing,
  position: Position,
  rows: readonly Row[],
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, position.limit);
  const last = page.at(-1);
  if (rows.length <= position.limit || last === undefined) return { rows: page, nextCursor: null };
  return { rows: page, nextCursor: cursorAfter(db, list, listing, last) };
}

function orderOf<Row>(list: List<Row>, given: string) {
  const descending = given.startsWith('-');
  const direction = descending ? 'desc' : 'asc';
  const sort = list.sorts[descending ? given.slice(1) : given];
  if (sort === undefined) throw new Error(`${list.name} has no sort ${given}`);
  return { column: typeof sort === 'string' ? sort : sort[direction], direction } as const;
}

function after<Row extends { id: string }>(
  query: TenantQuery<Row>,
  { column, direction, after, limit }: Position,
): TenantQuery<Row> {
  // The subquery behind a TenantQuery cannot be left by a comparison, whose values are bound.
  const builder = query as unknown as {
    whereRaw(sql: string, values: readonly unknown[]): unknown;
    orderBy(columns: { column: string; order: string }[]): {
      limit(rows: number): TenantQuery<Row>;
    };
  };
  if (after) {
    const comparison = direction === 'asc' ? '>' : '<';
    builder.whereRaw(`(??, ??) ${comparison} (?, ?)`, [column, 'id', after.key, after.id]);
  }
  return builder
    .orderBy([
      { column, order: direction },
      { column: 'id', order: direction },
    ])
    .limit(limit + 1);
}

const version = 1;
const macBytes = 16;

interface Payload {
  readonly v: typeof version;
  readonly k: Key;
  readonly id: string;
  readonly f: string;
}

function writeCursor(db: TenantDb, at: { key: Key; id: string }, filterHash: string): string {
  const payload: Payload = { v: version, k: at.key, id: at.id, f: filterHash };
  const bytes = Buffer.from(JSON.stringify(payload));
  const [secret] = db.cursorSecrets;
  if (!secret) throw new Error('a secret is needed to sign cursors');
  return Buffer.concat([bytes, macOf(secret, db.tenantId, bytes)]).toString('base64url');
}

function readCursor(db: TenantDb, cursor: string, filterHash: string): { key: Key; id: string } {
  const all = Buffer.from(cursor, 'base64url');
  const bytes = all.subarray(0, -macBytes);
  const mac = all.subarray(-macBytes);
  const genuine =
    all.length > macBytes &&
    all.toString('base64url') === cursor &&
    db.cursorSecrets.some((secret) => timingSafeEqual(macOf(secret, db.tenantId, bytes), mac));
  if (!genuine) throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'malformed' });
  // The signature says that these bytes are our own.
  const payload = JSON.parse(bytes.toString()) as Payload;
  if (payload.v !== version) throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'malformed' });
  if (payload.f !== filterHash) {
    throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'filter_mismatch' });
  }
  return { key: payload.k, id: payload.id };
}

function macOf(secret: Uint8Array, tenantId: string, bytes: Uint8Array): Buffer {
  return createHmac('sha256', secret)
    .update(`${tenantId}\n`)
    .update(bytes)
    .digest()
    .subarray(0, macBytes);
}

function hashOf<Row>(list: List<Row>, { sort, filters }: Listing): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([list.name, sort, given]);
  return hash('sha256', text, 'base64url').slice(0, 16);
}
