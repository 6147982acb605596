import { RunAgainError } from './failures.ts';
import { failUnless, runAgainUnlessAll } from './requirements.ts';
import type { WriteStatement } from './statement.ts';
import type { RowsIn } from './table.ts';

interface Forbidden<Row, Column> {
  readonly table: RowsIn<Row>;
  readonly columns: readonly Column[];
  /** A further condition for the row `r`, in SQL. */
  readonly condition?: string;
}

/**
 * Creates a statement that throws a RunAgainError when the tenant has a row with the values of the input, so that the
 * transaction runs again.
 */
export function requireNoRow<Row, Column extends keyof Row & string>(
  name: string,
  { table, columns, condition = 'true' }: Forbidden<Row, Column>,
): WriteStatement<Readonly<Record<Column, string>>, undefined> {
  const all = ['tenant_id', ...columns];
  const onSqlite = `
    select 1 from ${table.name} r
    where ${all.map((column) => `r.${column} = ?`).join(' and ')} and ${condition}`;
  const onPostgres = failUnless(`not exists (
      select from unnest(${all.map((_, place) => `$${place + 1}::text[]`).join(', ')}) as asked (${all.join(', ')})
      join ${table.name} r using (${all.join(', ')})
      where ${condition})`);
  return {
    name,
    access: 'write',
    sqlite(db, { tenantId, input }) {
      const values = columns.map((column) => input[column]);
      if (db.prepare(onSqlite).get(tenantId, ...values)) throw new RunAgainError();
      return undefined;
    },
    async postgres(db, calls) {
      const tenants = calls.map(({ tenantId }) => tenantId);
      const values = columns.map((column) => calls.map(({ input }) => input[column]));
      await runAgainUnlessAll([db.rows(name, onPostgres, [tenants, ...values])]);
      return calls.map(() => undefined);
    },
  };
}
