import { knowledgeLimits, pageLimits, ServiceError } from '@parley/contract/schemas';
import { readPosition, type SearchPosition, writePosition } from '@parley/search';
import { cursorAfter, type Listing, listOf, readPosition as readCursor } from '../db/cursor.ts';
import type { TenantDb } from '../db/tenant-db.ts';

// A list that may be a search: what is not blank is looked for, the best first.

/** What is looked for; undefined where it is a plain list. */
export function searchedFor({ q }: { q?: string | undefined }): string | undefined {
  return q === undefined || q.trim() === '' ? undefined : q;
}

/** Records per page. Throws SVC-VALIDATION for more than a search has: the schema allows those of a list. */
export function limitOf(
  query: { q?: string | undefined; limit?: number | undefined },
  perPage: number,
): number {
  if (searchedFor(query) === undefined) return query.limit ?? pageLimits.default;
  const limit = query.limit ?? perPage;
  const { max } = knowledgeLimits.perPage;
  if (limit <= max) return limit;
  throw new ServiceError('SVC-VALIDATION', {
    issues: [
      {
        in: 'query',
        path: 'limit',
        code: 'out_of_range',
        message: `must be at most ${max} in a search`,
      },
    ],
  });
}

interface Searching {
  /** Of which list; a cursor of another one is refused. */
  readonly name: string;
  readonly filters: Listing['filters'];
  readonly page: { readonly cursor?: string | undefined; readonly limit: number };
}

/** Where the page after the one of this cursor begins; undefined at the beginning. */
export function searchPosition(db: TenantDb, searching: Searching): SearchPosition | undefined {
  const { after } = readCursor(db, listNamed(searching), listingOf(searching));
  return after && readPosition(after.id, String(after.key));
}

export function searchCursor(
  db: TenantDb,
  searching: Searching,
  after: SearchPosition | null,
): string | null {
  if (!after) return null;
  const row = { place: writePosition(after), id: after.id };
  return cursorAfter(db, listNamed(searching), listingOf(searching), row);
}

const listNamed = ({ name }: Searching) =>
  listOf<{ place: string; id: string }>(name, { score: 'place' });

function listingOf({ filters, page: { cursor, limit } }: Searching): Listing {
  return { sort: '-score', page: { cursor, limit }, filters };
}
