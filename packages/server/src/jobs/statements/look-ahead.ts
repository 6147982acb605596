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

interface OldestRow {
  readonly nowMs: number;
  readonly dueAt: number | null;
}

/**
 * Creates the query that tells a worker when to claim. Its input lists the kinds of work with free slots. The query has
 * the columns `isDue` and `nextAt`.
 */
export function lookAhead(name: string, query: Query): SystemStatement<readonly string[], Ahead> {
  return readWaiting(name, query, aheadOf);
}

/**
 * Creates the query for how long the oldest item of some kinds of work has been due, in milliseconds: 0 when none is
 * due. The query has the column `dueAt`. It is not part of `lookAhead`, which may stop at the first due item.
 */
export function lookBack(name: string, query: Query): SystemStatement<readonly string[], number> {
  return readWaiting(name, query, ({ nowMs, dueAt }: OldestRow) => nowMs - (dueAt ?? nowMs));
}

/** SQL that can use the time of the database as `(select ms from moment)`, and the kinds of work as `wanted (name)`. */
type Query = (dialect: Dialect) => string;

function readWaiting<Row, Output>(
  name: string,
  query: Query,
  outputOf: (row: Row) => Output,
): SystemStatement<readonly string[], Output> {
  const sqlWith = (dialect: Dialect, clock: string, kinds: string) =>
    `with recursive moment (ms) as materialized (select ${clock}),
       wanted (name) as materialized (${kinds})
     select (select ms from moment) as "nowMs", waiting.* from (${query(dialect)}) as waiting`;
  const sqliteSql = sqlWith('sqlite', '?', 'select value from json_each(?)');
  const postgresSql = sqlWith('postgres', databaseMs, 'select unnest($1::text[])');
  return {
    name,
    scope: 'system',
    access: 'read',
    sqlite(db, { input }) {
      const row = db.prepare(sqliteSql).get(Date.now(), JSON.stringify(input));
      // The query returns one row with these columns.
      return outputOf(row as Row);
    },
    postgres: perCall(async (db, { input }) => {
      const [row] = await db.rows<Row>(name, postgresSql, [input]);
      // The query returns one row.
      return outputOf(row as Row);
    }),
  };
}

function aheadOf({ nowMs, isDue, nextAt }: AheadRow): Ahead {
  return { isDue: Boolean(isDue), nextInMs: nextAt === null ? null : Math.max(0, nextAt - nowMs) };
}
