import type { SystemStatement } from './statement.ts';

/** Up to this size, a table counts as one that had no rows when its statistics were made. */
const emptyPages = 2;
/** The size from which a table has enough rows for statistics: about 50 to 250. */
const filledPages = 8;

/**
 * Makes the statistics of the tables on Postgres that were empty when the last ones were made, and now have rows.
 * Without statistics, a lookup by ID may read all rows of the tenant in another index. Postgres makes them only after
 * up to a minute, in which a new installation may receive many records. All connections then make new plans.
 */
export const analyzeFilled: SystemStatement<null, null> = {
  name: 'analyze-filled',
  scope: 'system',
  access: 'write',
  atomic: true,
  sqlite: () => null,
  async postgres(db, calls) {
    await db.rows('analyze-filled', analyzeSql, []);
    return calls.map(() => null);
  },
};

const analyzeSql = `
  do $$
    declare filled regclass;
    begin
      for filled in
        select oid from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'
          and relpages <= ${emptyPages}
          and pg_relation_size(oid) >= ${filledPages} * current_setting('block_size')::integer
      loop
        execute format('analyze (skip_locked) %s', filled);
      end loop;
    end
  $$`;
