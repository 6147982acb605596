// A cursor holds the sort key and the id of the last record, with a digest of filters and sort and a
// seal of the tenant: a page starts after that place whatever was inserted meanwhile, and only in the
// list that the cursor came from.
import { canonicalJson, type Page, ServiceError } from '@parley/contract';

export type SortKey = string | number | null;

export interface PageRequest<Row> {
  /** Names the list, so that its cursors fit no other. */
  list: string;
  /** Cursors of another tenant are as good as garbage. */
  tenantId: string;
  query: { cursor?: string | undefined; limit: number };
  key: (row: Row) => SortKey;
  id: (row: Row) => string | number;
  descending: boolean;
}

interface Place {
  key: SortKey;
  id: string | number;
}

/** One page of the rows. Rows without a sort key come last in both directions. */
export function paginate<Row>(rows: readonly Row[], request: PageRequest<Row>): Page<Row> {
  const { query, key, id, descending } = request;
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

/** Where the page of the request begins: after this; undefined at the beginning. */
export function placeOf(request: Listed): Place | undefined {
  const { cursor } = request.query;
  return cursor === undefined ? undefined : readCursor(cursor, request, digestOf(request));
}

/** The cursor of the page after this place. */
export function cursorOf({ key, id }: Place, request: Listed): string {
  return writeCursor({ key, id }, request, digestOf(request));
}

/** `-createdAt` → the field and its direction. */
export function readSort(sort: string): { field: string; descending: boolean } {
  const descending = sort.startsWith('-');
  return { field: descending ? sort.slice(1) : sort, descending };
}

function compare(a: Place, b: Place, descending: boolean): number {
  if ((a.key === null) !== (b.key === null)) return a.key === null ? 1 : -1;
  const order = compareValues(a.key, b.key) || compareValues(a.id, b.id);
  return descending ? -order : order;
}

function compareValues(a: SortKey, b: SortKey): number {
  if (a === null || b === null || a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return a < b ? -1 : 1;
}

/** By code point, as databases do. JavaScript puts the halves of high characters before U+E000. */
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

function writeCursor({ key, id }: Place, { tenantId }: Sealed, digest: string): string {
  const seal = hash(canonicalJson([tenantId, key, id, digest]));
  return toBase64Url(JSON.stringify({ key, id, digest, seal }));
}

function readCursor(cursor: string, { tenantId }: Sealed, digest: string): Place {
  const place = parseCursor(cursor);
  const isOurs =
    place !== undefined &&
    place.seal === hash(canonicalJson([tenantId, place.key, place.id, place.digest])) &&
    toBase64Url(JSON.stringify(place)) === cursor;
  if (!isOurs) throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'malformed' });
  if (place.digest !== digest) {
    throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'filter_mismatch' });
  }
  return place;
}

interface Sealed {
  tenantId: string;
}

interface Payload extends Place {
  digest: string;
  seal: string;
}

function parseCursor(cursor: string): Payload | undefined {
  try {
    const value = JSON.parse(fromBase64Url(cursor));
    return isKey(value.key) && isKey(value.id) ? value : undefined;
  } catch {
    // Whatever cannot be decoded was not made here.
    return undefined;
  }
}

function isKey(value: unknown): value is SortKey {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function digestOf({ list, query }: { list: string; query: object }): string {
  const { cursor: _cursor, limit: _limit, ...filters } = query as Record<string, unknown>;
  const given = Object.entries(filters).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...value].sort() : value,
  ]);
  return hash(canonicalJson([list, Object.fromEntries(given)]));
}

/** FNV-1a: tells texts apart, and keeps nobody out. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

function toBase64Url(text: string): string {
  const isPlain = /^[ -~]*$/.test(text);
  const binary = isPlain ? text : String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
