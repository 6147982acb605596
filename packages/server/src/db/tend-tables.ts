import type { SystemStatement } from './statement.ts';
import type { SystemDb, TendingCommand } from './system-db.ts';

/** Up to this size, Postgres takes a table for empty, or nearly so. */
const emptyPages = 2;
/** The size from which statistics are of use: about 50 to 250 rows. */
const filledPages = 8;
/** The size (8 MB) above which a table is not new: autovacuum analyzes it, and `analyze` would take longer. */
const largePages = 1_000;
/** The number of dead jobs from which a vacuum is worth its time. */
const manyDead = 20_000;
/** The size (64 MB) above which a vacuum of the jobs takes too long to do it often. */
const longPages = 8_000;

/**
 * Does what autovacuum on Postgres would do only after up to a minute:
 *
 * - Analyzes the tables that had at most 2 pages when Postgres last recorded their size, and have grown since. Without
 *   statistics, a lookup by ID may read all rows of the tenant through another index. In a minute, a new installation may
 *   receive many records. After an `analyze`, all connections plan their statements again.
 * - Vacuums the jobs when 20,000 rows and a sixth of all are dead, at most every 10 seconds. Claims pass the index entries
 *   of all jobs that ended since the last vacuum. In a minute, a worker may end 100,000 jobs.
 *
 * Skips tables that belong to another role, because Postgres would refuse.
 */
export async function tendTables(system: SystemDb): Promise<void> {
  if (system.dialect === 'sqlite') return;
  // One after another, so that each table is locked only while it is read.
  for (const command of await system.run(neededCommands, null)) await system.tend(command);
}

/** Returns the `analyze` and `vacuum` commands that are needed. */
const neededCommands: SystemStatement<null, readonly TendingCommand[]> = {
  name: 'needed-commands',
  scope: 'system',
  access: 'read',
  sqlite: () => [],
  async postgres(db, calls) {
    const rows = await db.rows<{ command: TendingCommand }>('needed-commands', neededSql, []);
    return calls.map(() => rows.map(({ command }) => command));
  },
};

const neededSql = `
  select format('%s %I.%I', command, current_schema(), relname) as command
  from pg_class as c
  cross join lateral (
    select pg_relation_size(c.oid) / current_setting('block_size')::integer as pages
  ) as size
  cross join lateral (
    select case
      when c.relpages <= ${emptyPages} and pages between ${filledPages} and ${largePages}
        then 'analyze (skip_locked)'
      when c.relname = 'jobs' and pages <= ${longPages}
        and pg_stat_get_dead_tuples(c.oid) >= greatest(${manyDead}, pg_stat_get_live_tuples(c.oid) / 5)
        and pg_stat_get_last_vacuum_time(c.oid) > now() - interval '10 seconds' is not true
        then 'vacuum (skip_locked, truncate off)'
    end as command
  ) as needed
  where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r'
    and command is not null and pg_has_role(c.relowner, 'usage')`;
