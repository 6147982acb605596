import type { SystemStatement } from '../../db/statement.ts';

/** What waits to be claimed. */
export interface Ahead {
  /** Something is due. A claim may still get nothing, for example when another transaction has it locked. */
  readonly isDue: boolean;
  /** Milliseconds until the next item becomes due, without those that are due; null when there is none. */
  readonly nextInMs: number | null;
}

interface AheadRow {
  readonly nowMs: number;
  /** SQLite answers 0 or 1. */
  readonly isDue: boolean | number;
  readonly nextAt: number | null;
}

/**
 * Makes the read that tells a worker when to claim. The query has the columns `isDue` and `nextAt`, and may use
 * the time of the database as `(select ms from moment)`.
 */
export function lookAhead(name: string, query: string): SystemStatement<null, Ahead> {
  const sqlWith = (clock: string) =>
    `with recursive moment (ms) as materialized (select ${clock})
     select (select ms from moment) as "nowMs", ahead.* from (${query}) as ahead`;
  const sqliteSql = sqlWith('?');
  const postgresSql = sqlWith('(extract(epoch from clock_timestamp()) * 1000)::bigint');
  return {
    name,
    scope: 'system',
    access: 'read',
    sqlite(db) {
      // The query answers one row with these columns.
      return aheadOf(db.prepare(sqliteSql).get(Date.now()) as AheadRow);
    },
    async postgres(db, calls) {
      const rows = await db.rows<AheadRow>(name, postgresSql, []);
      return calls.flatMap(() => rows.map(aheadOf));
    },
  };
}

function aheadOf({ nowMs, isDue, nextAt }: AheadRow): Ahead {
  return { isDue: Boolean(isDue), nextInMs: nextAt === null ? null : Math.max(0, nextAt - nowMs) };
}
