import { perCall, type SystemStatement } from './statement.ts';

/** The maximum number of rows that one statement removes, so that it holds locks only briefly. */
const batch = 1_000;
/** The maximum number of statements in one run. */
const mostBatches = 20;

type Time = string | number;
type Prune = SystemStatement<Time, number>;

/**
 * Returns the statement that removes rows of all tenants whose `column` has a time up to the given one, if they meet the
 * SQL condition.
 */
export function pruneStatement(table: string, column: string, condition = 'true'): Prune {
  const name = `prune-${table}`;
  return {
    name,
    scope: 'system',
    access: 'write',
    atomic: true,
    sqlite(db, { input }) {
      return db
        .prepare(
          `delete from ${table} where rowid in (
             select rowid from ${table} where ${column} <= ? and ${condition} limit ${batch})`,
        )
        .run(input).changes;
    },
    postgres: perCall(async (db, { input }) => {
      const gone = await db.rows(
        name,
        `delete from ${table} where ctid = any (array(
           select ctid from ${table} where ${column} <= $1 and ${condition} limit ${batch} for update skip locked))
         returning 1`,
        [input],
      );
      return gone.length;
    }),
  };
}

/**
 * Runs a statement of `pruneStatement` until it finds no more rows, or `mostBatches` times: the next run removes the
 * others.
 */
export async function prune(
  system: { run(statement: Prune, input: Time): Promise<number> },
  statement: Prune,
  until: Time,
): Promise<void> {
  for (let n = 0; n < mostBatches; n += 1) {
    if ((await system.run(statement, until)) < batch) return;
  }
}
