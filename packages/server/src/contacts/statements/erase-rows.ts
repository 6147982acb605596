import type { WriteStatement } from '../../db/statement.ts';

interface Rows {
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** Removes the rows that have one of these values in a column. */
export const eraseRows: WriteStatement<Rows, undefined> = {
  name: 'erase-rows',
  access: 'write',
  atomic: true,
  sqlite(db, { tenantId, input: { table, column, values } }) {
    const isOne = `${column} in (select value from json_each(?))`;
    db.prepare(`delete from ${table} where tenant_id = ? and ${isOne}`).run(
      tenantId,
      JSON.stringify(values),
    );
    return undefined;
  },
  async postgres(db, calls) {
    return await Promise.all(
      calls.map(async ({ tenantId, input: { table, column, values } }) => {
        await db.rows(
          `erase-${table}`,
          `delete from ${table} where tenant_id = $1 and ${column} = any($2::text[])`,
          [tenantId, values],
        );
        return undefined;
      }),
    );
  },
};
