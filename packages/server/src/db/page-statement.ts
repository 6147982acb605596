import { perCall, type ReadStatement } from './statement.ts';

/** The SQL of one page of a list. Its first parameter is the tenant; `values` follow in their order. */
export interface PageSql {
  /**
   * The name of the prepared statement on Postgres; each text has its own name. Statements without a name, or with an
   * empty one, are not kept.
   */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads a page of any list. Each row is returned as one text (row-text.ts). */
export const readPage: ReadStatement<PageSql, readonly string[]> = {
  name: 'read-page',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    // `pluck` returns the only column instead of a row.
    return db
      .prepare(input.text)
      .pluck(true)
      .all(tenantId, ...input.values) as string[];
  },
  postgres: perCall(async (db, { tenantId, input: { name = '', text, values } }) => {
    const rows = await db.rows<{ line: string }>(name, text, [tenantId, ...values]);
    return rows.map(({ line }) => line);
  }),
  sameAs: ({ name, text, values }) => `${name || text} ${JSON.stringify(values)}`,
};
