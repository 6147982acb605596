import type { SystemStatement } from './statement.ts';
import type { SystemDb } from './system-db.ts';

/** Up to this size, Postgres takes a table for empty, or nearly so. */
const emptyPages = 2;
/** The size from which statistics are of use: about 50 to 250 rows. */
const filledPages = 8;
/** The size (8 MB) above which a table is not new: autovacuum analyzes it, and `analyze` would take longer. */
const largePages = 1_000;

/**
 * Analyzes the tables on Postgres that had at most 2 pages when Postgres last recorded their size, and have grown since.
 * Without statistics, a lookup by ID may read all rows of the tenant through another index. Autovacuum collects them
 * only after up to a minute, in which a new installation may receive many records. After an `analyze`, all connections
 * plan their statements again. Skips tables that belong to another role, because Postgres would refuse.
 */
export async function analyzeFilled(system: SystemDb): Promise<void> {
  if (system.dialect === 'sqlite') return;
  // One after another, so that each table is locked only while it is read.
  for (const name of await system.run(filledTables, null)) await system.run(analyzeTable, name);
}

/** Returns the names of the tables as SQL. */
const filledTables: SystemStatement<null, readonly string[]> = {
  name: 'filled-tables',
  scope: 'system',
  access: 'read',
  sqlite: () => [],
  async postgres(db, calls) {
    const rows = await db.rows<{ name: string }>('filled-tables', filledSql, []);
    return calls.map(() => rows.map(({ name }) => name));
  },
};

const analyzeTable: SystemStatement<string, null> = {
  name: 'analyze-table',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite: () => null,
  async postgres(db, calls) {
    for (const { input: name } of calls) await db.rows('', `analyze (skip_locked) ${name}`, []);
    return calls.map(() => null);
  },
};

const filledSql = `
  select format('%I.%I', current_schema(), c.relname) as name
  from pg_class c
  where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r'
    and c.relpages <= ${emptyPages} and pg_has_role(c.relowner, 'usage')
    and pg_relation_size(c.oid) / current_setting('block_size')::integer
      between ${filledPages} and ${largePages}`;
