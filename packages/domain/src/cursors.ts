import { ServiceError } from '@parley/contract/schemas';

// A cursor is base64url of {sort key, ID, digest of filters and sort} with a MAC. The next page starts after that
// position, even if records were inserted meanwhile. A cursor is valid only for the list that returned it.

export interface CursorPlace<Key> {
  readonly key: Key;
  readonly id: string;
}

/**
 * Returns a MAC of 16 bytes that only the server can compute. Each tenant has its own key, so a tenant cannot use
 * cursors of another.
 */
export type Seal = (bytes: Uint8Array) => Uint8Array;

interface Payload {
  readonly v: typeof version;
  readonly k: unknown;
  readonly id: string;
  readonly f: string;
}

const version = 1;
const sealBytes = 16;

/** Returns the cursor of a position. Compute `digest` from `listingText`. */
export function writeCursor({ key, id }: CursorPlace<unknown>, digest: string, seal: Seal): string {
  const payload: Payload = { v: version, k: key, id, f: digest };
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const all = new Uint8Array(bytes.length + sealBytes);
  all.set(bytes);
  all.set(seal(bytes), bytes.length);
  return toBase64Url(all);
}

/**
 * Returns the position of a cursor. Throws SVC-CURSOR-INVALID when none of the given MACs made it, or when it belongs
 * to another list, sort or filter.
 */
export function readCursor<Key>(
  cursor: string,
  digest: string,
  seals: readonly Seal[],
): CursorPlace<Key> {
  const all = fromBase64Url(cursor);
  const bytes = all.subarray(0, -sealBytes);
  const isOurs =
    all.length > sealBytes &&
    toBase64Url(all) === cursor &&
    seals.some((seal) => areEqual(seal(bytes), all.subarray(-sealBytes)));
  // The MAC proves that the server wrote these bytes.
  const payload = isOurs ? (JSON.parse(new TextDecoder().decode(bytes)) as Payload) : undefined;
  if (payload?.v !== version) throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'malformed' });
  if (payload.f !== digest) {
    throw new ServiceError('SVC-CURSOR-INVALID', { reason: 'filter_mismatch' });
  }
  return { key: payload.k as Key, id: payload.id };
}

/**
 * Returns the text that identifies a list with its sort and filters, whatever the order of the filters. A cursor has
 * its digest.
 */
export function listingText(list: string, sort: string, filters: object): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([list, sort, given]);
}

/** Returns the field and the direction of a sort such as `-createdAt`. */
export function readSort(sort: string): { field: string; descending: boolean } {
  const descending = sort.startsWith('-');
  return { field: descending ? sort.slice(1) : sort, descending };
}

/** Returns whether the bytes are equal, in constant time: the time does not depend on where the bytes differ. */
function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

function toBase64Url(bytes: Uint8Array): string {
  // Spreading the bytes takes four times as long.
  const text = btoa(Reflect.apply(String.fromCharCode, undefined, bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the decoded bytes; none for text that is not base64url. */
function fromBase64Url(text: string): Uint8Array {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    // `Uint8Array.from` takes ten times as long.
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}
