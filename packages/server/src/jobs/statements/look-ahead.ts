import type { Dialect } from '../../db/driver.ts';
import { databaseMs, perCall, type SystemStatement } from '../../db/statement.ts';

/** Work that waits to be claimed. */
export interface Ahead {
  /**
   * Whether an item is due. A claim may still get nothing, for example when another transaction has locked the item.
   */
  readonly isDue: boolean;
  /** The time until the next item becomes due, in milliseconds; null when no item waits. */
  readonly nextInMs: number | null;
}

interface AheadRow {
  readonly nowMs: number;
  /** Whether an item is due; 0 or 1 on SQLite. */
  readonly isDue: boolean | number;
  readonly nextAt: number | null;
}

/**
 * Creates the query that tells a worker when to claim. Its input lists the kinds of work with free slots. The query has
 * the columns `isDue` and `nextAt`. It can use the time of the database as `(select ms from moment)`, and the kinds as
 * `wanted (name)`.
 */
export function lookAhead(
  name: string,
  query: (dialect: Dialect) => string,
): SystemStatement<readonly string[], Ahead> {
  const sqlWith = (dialect: Dialect, clock: string, kinds: string) =>
    `with recursive moment (ms) as materialized (select ${clock}),
       wanted (name) as materialized (${kinds})
     select (select ms from moment) as "nowMs", ahead.* from (${query(dialect)}) as ahead`;
  const sqliteSql = sqlWith('sqlite', '?', 'select value from json_each(?)');
  const postgresSql = sqlWith('postgres', databaseMs, 'select unnest($1::text[])');
  return {
    name,
    scope: 'system',
    access: 'read',
    sqlite(db, { input }) {
      const row = db.prepare(sqliteSql).get(Date.now(), JSON.stringify(input));
      // The query returns one row with these columns.
      return aheadOf(row as AheadRow);
    },
    postgres: perCall(async (db, { input }) => {
      const [row] = await db.rows<AheadRow>(name, postgresSql, [input]);
      // The query returns one row.
      return aheadOf(row as AheadRow);
    }),
  };
}

function aheadOf({ nowMs, isDue, nextAt }: AheadRow): Ahead {
  return { isDue: Boolean(isDue), nextInMs: nextAt === null ? null : Math.max(0, nextAt - nowMs) };
}
