import type { ReadStatement } from './statement.ts';

/** The SQL of one page of a list. Its first parameter is the tenant; the others follow in order. */
export interface PageSql {
  /** Names the prepared statement on Postgres: one name, one text. Without a name it is not kept. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads pages of any list; each row is one text, the only column (row-text.ts). */
export const readPage: ReadStatement<PageSql, readonly string[]> = {
  name: 'read-page',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    // Plucked, a row is its only column.
    return db
      .prepare(input.text)
      .pluck(true)
      .all(tenantId, ...input.values) as string[];
  },
  async postgres(db, calls) {
    // All of them are sent before the first one is answered.
    return await Promise.all(
      calls.map(async ({ tenantId, input: { name = '', text, values } }) => {
        const rows = await db.rows<{ line: string }>(name, text, [tenantId, ...values]);
        return rows.map(({ line }) => line);
      }),
    );
  },
  sameAs: ({ name, text, values }) => `${name ?? text} ${JSON.stringify(values)}`,
};
