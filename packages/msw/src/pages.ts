import type { Page } from '@parley/contract';
import {
  type CursorPlace,
  listingText,
  readCursor,
  readSort,
  type Seal,
  writeCursor,
} from '@parley/domain';

export type SortKey = string | number | null;

export interface PageRequest<Row> {
  /** Identifies the list: another list refuses its cursors. */
  list: string;
  /** Identifies the tenant, because a cursor of another tenant is not valid. */
  tenantId: string;
  query: { cursor?: string | undefined; limit: number; sort?: string };
  key: (row: Row) => SortKey;
  id: (row: Row) => string;
}

/** Returns one page of the rows. Rows without a sort key come last in both directions. */
export function paginate<Row>(rows: readonly Row[], request: PageRequest<Row>): Page<Row> {
  const { query, key, id } = request;
  const { descending } = readSort(query.sort ?? '');
  const after = placeOf(request);
  const placed = rows
    .map((row) => ({ row, key: key(row), id: id(row) }))
    .filter((place) => after === undefined || compare(place, after, descending) > 0)
    .sort((a, b) => compare(a, b, descending));
  const kept = placed.slice(0, query.limit);
  const last = kept.at(-1);
  return {
    data: kept.map(({ row }) => row),
    nextCursor: last && placed.length > kept.length ? cursorOf(last, request) : null,
  };
}

type Listed = Pick<PageRequest<never>, 'list' | 'tenantId' | 'query'>;

/** Returns the position after which the page starts; undefined for the first page. */
export function placeOf(request: Listed): CursorPlace<SortKey> | undefined {
  const { cursor } = request.query;
  return cursor === undefined
    ? undefined
    : readCursor(cursor, digestOf(request), [sealOf(request)]);
}

/** Returns the cursor of the page after this position. */
export function cursorOf({ key, id }: CursorPlace<SortKey>, request: Listed): string {
  return writeCursor({ key, id }, digestOf(request), sealOf(request));
}

function compare(a: CursorPlace<SortKey>, b: CursorPlace<SortKey>, descending: boolean): number {
  if ((a.key === null) !== (b.key === null)) return a.key === null ? 1 : -1;
  const order = compareValues(a.key, b.key) || compareValues(a.id, b.id);
  return descending ? -order : order;
}

function compareValues(a: SortKey, b: SortKey): number {
  if (a === null || b === null || a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return a < b ? -1 : 1;
}

/**
 * Compares by code point, as databases do. JavaScript compares UTF-16 units, which sorts characters above U+FFFF before
 * U+E000.
 */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    const isHighLeft = left >= 0xd800 && left < 0xe000;
    const isHighRight = right >= 0xd800 && right < 0xe000;
    return isHighLeft === isHighRight ? left - right : isHighLeft ? 1 : -1;
  }
  return a.length - b.length;
}

/**
 * Returns the text that identifies a list and its filters. It is not hashed: hashing would take longer than everything
 * else that a page needs.
 */
function digestOf({ list, query }: Listed): string {
  const { cursor: _cursor, limit: _limit, ...filters } = query;
  return listingText(list, '', filters);
}

/**
 * Returns a checksum that detects cursors of another tenant. FNV-1a does not protect against attacks, but SHA-256 would
 * take half of the time of a page.
 */
function sealOf({ tenantId }: Listed): Seal {
  return (bytes) => {
    let hash = 0x811c9dc5;
    const add = (byte: number) => {
      hash = Math.imul(hash ^ byte, 0x01000193);
    };
    for (let index = 0; index < tenantId.length; index += 1) add(tenantId.charCodeAt(index));
    for (const byte of bytes) add(byte);
    return new Uint8Array(16)
      .fill(hash >>> 24)
      .fill(hash, 4)
      .fill(hash >>> 8, 8)
      .fill(hash >>> 16, 12);
  };
}
