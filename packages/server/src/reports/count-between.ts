import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Place } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type Counted, readBetween } from './statements/read-between.ts';

interface Range {
  /** The column with the time. An index finds the records by it. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
}

/** Part of a range: the records between two places, without that at the first one. */
interface Part {
  readonly after: Place;
  readonly until: Place;
}

/**
 * Yields a range in parts of a limited number of records. Other requests run between two parts, except those that wait
 * for a transaction in which the parts are read: on SQLite, all writes wait for it.
 */
export async function* partsOf(
  { db }: TenantContext,
  source: Counted,
  { at, from, to, atOnce }: Range & { readonly atOnce: number },
): AsyncGenerator<Part, void> {
  const edge = { cells: [at, 'id'], end: `order by ${at}, id limit 1 offset ${atOnce - 1}` };
  // IDs are not empty, so the end of the range comes before all records of that time.
  const last = { key: to, id: '' };
  for (let after: Place = { key: from, id: '' }; ; await nextTurn()) {
    const [cells] = await readBetween(db, source, { at, after, until: last, ...edge });
    const until = cells ? { key: String(cells[0]), id: String(cells[1]) } : last;
    yield { after, until };
    if (!cells) return;
    after = until;
  }
}

/** The maximum number of records that one statement counts. On SQLite, the statement blocks all other requests. */
const countedAtOnce = 50_000;

/** Returns the number of the records whose time is in a range. */
export async function countBetween(
  ctx: TenantContext,
  source: Counted,
  range: Range,
): Promise<number> {
  let count = 0;
  const shown = { at: range.at, cells: ['count(*)'], end: '' };
  for await (const part of partsOf(ctx, source, { ...range, atOnce: countedAtOnce })) {
    const [cells] = await readBetween(ctx.db, source, { ...shown, ...part });
    count += Number(cells?.[0]);
  }
  return count;
}
