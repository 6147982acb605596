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
  readonly name: string;
  readonly dueAt: number;
}

/**
 * Creates the query that tells a worker when to claim. Its input lists the kinds of work with free slots. The query has
 * the columns `isDue` and `nextAt`.
 */
export function lookAhead(name: string, query: Query): SystemStatement<readonly string[], Ahead> {
  // The query returns one row.
  return readWaiting(name, query, ([row]: AheadRow[]) => aheadOf(row as AheadRow));
}

/**
 * Creates the query for how long the oldest item of each kind of work has been due, in milliseconds. Kinds without a due
 * item are missing. The query has the columns `name` and `dueAt`. It is not part of `lookAhead`, which may stop at the
 * first due item.
 */
export function lookBack(
  name: string,
  query: Query,
): SystemStatement<readonly string[], ReadonlyMap<string, number>> {
  return readWaiting(
    name,
    query,
    (rows: OldestRow[]) => new Map(rows.map((row) => [row.name, row.nowMs - row.dueAt])),
  );
}

/** SQL that can use the time of the database as `(select ms from moment)`, and the kinds of work as `wanted (name)`. */
type Query = (dialect: Dialect) => string;

function readWaiting<Row, Output>(
  name: string,
  query: Query,
  outputOf: (rows: Row[]) => Output,
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
      // The query has these columns.
      return outputOf(db.prepare(sqliteSql).all(Date.now(), JSON.stringify(input)) as Row[]);
    },
    postgres: perCall(async (db, { input }) => {
      return outputOf(await db.rows<Row>(name, postgresSql, [input]));
    }),
  };
}

function aheadOf({ nowMs, isDue, nextAt }: AheadRow): Ahead {
  return { isDue: Boolean(isDue), nextInMs: nextAt === null ? null : Math.max(0, nextAt - nowMs) };
}
