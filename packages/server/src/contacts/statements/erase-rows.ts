import { perCall, type WriteStatement } from '../../db/statement.ts';

interface Rows {
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
  readonly limit: number;
}

/**
 * Removes some of the rows that have one of these values in a column. Returns how many rows it removed. If
 * this is `limit`, more rows may be left.
 */
export const eraseRows: WriteStatement<Rows, number> = {
  name: 'erase-rows',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { table, column, values, limit } }) {
    const text = `delete from ${table} where rowid in (
      select rowid from ${table}
      where tenant_id = ? and ${column} in (select value from json_each(?)) limit +?)`;
    return db.prepare(text).run(tenantId, JSON.stringify(values), limit).changes;
  },
  postgres: perCall(async (db, { tenantId, input: { table, column, values, limit } }) => {
    const [row] = await db.rows<{ found: number; removed: number }>(
      `erase-${table}-${column}`,
      postgresSql(table, column),
      [tenantId, values, limit],
    );
    const { found = 0, removed = 0 } = row ?? {};
    return removed < found ? limit : removed;
  }),
};

// A row that another transaction has changed since the statement began is found, but not removed.
const postgresSql = (table: string, column: string) => `
  with found as (
    select ctid from ${table}
    where tenant_id = $1 and ${column} = any($2::text[]) limit $3 for update
  ), removed as (
    delete from ${table} where ctid = any(array(select ctid from found)) returning 1
  )
  select (select count(*)::int from found) as found, (select count(*)::int from removed) as removed`;
