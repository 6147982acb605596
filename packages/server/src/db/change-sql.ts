import type { RowSql } from './row-statements.ts';
import { SqlWriter } from './sql-writer.ts';
import type { RowsIn } from './table.ts';
import { Conditions, type Match } from './tenant-query.ts';

type Tenant = ConstructorParameters<typeof SqlWriter>[0];

interface Update<Row> {
  readonly match: Match<Row>;
  readonly patch: Partial<Row>;
}

/** Returns the SQL that updates the rows that match: all of them, or at most `limit`. */
export function updateSql<Row>(
  tenant: Tenant,
  table: RowsIn<Row>,
  { match, patch }: Update<Row>,
  limit?: number,
): RowSql {
  const { tenant_id: _tenant, id: _id, ...changes } = patch as Record<string, unknown>;
  const sql = new SqlWriter(tenant);
  const assignments = Object.entries(changes).map(
    ([column, value]) => `${column} = ${sql.bind(value)}`,
  );
  const change = `update ${table.name} set ${assignments.join(', ')}`;
  return changeSql(sql, { change, table: table.name, limit }, match);
}

/** Returns the SQL that removes the rows that match: all of them, or at most `limit`. */
export function deleteSql<Row>(
  tenant: Tenant,
  { name: table }: RowsIn<Row>,
  match: Partial<Row>,
  limit?: number,
): RowSql {
  return changeSql(new SqlWriter(tenant), { change: `delete from ${table}`, table, limit }, match);
}

interface Change {
  readonly change: string;
  readonly table: string;
  readonly limit: number | undefined;
}

function changeSql<Row>(
  sql: SqlWriter,
  { change, table, limit }: Change,
  match: Match<Row>,
): RowSql {
  const isSqlite = sql.dialect === 'sqlite';
  // On SQLite placeholders have no numbers.
  const tenantAt = isSqlite ? sql.values.length : 0;
  const conditions = new Conditions<Row>(sql).where(match).text;
  const own = `tenant_id = ${sql.tenant}${conditions && ` and ${conditions}`}`;
  const some = `from ${table} where ${own} limit ${limit}`;
  const limited = isSqlite
    ? `rowid in (select rowid ${some})`
    : // With the lock, the subquery finds as many rows that still match as there are. The row may have changed since the
      // statement began, so the whole statement compares it again.
      `${own} and id = any (array(select id ${some} for update))`;
  const condition = limit === undefined ? own : limited;
  const returning = isSqlite ? '' : ' returning 1';
  return { text: `${change} where ${condition}${returning}`, values: sql.values, tenantAt };
}
