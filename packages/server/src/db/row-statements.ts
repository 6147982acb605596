import { type Postgres, perCall, type ReadStatement, type WriteStatement } from './statement.ts';

// The statements of every table: TenantDb writes their SQL. The text is the same for the same columns and
// conditions, so each connection prepares it once.

export interface RowSql {
  /**
   * The SQL. Its first parameter is the tenant; `values` follow in their order. `tenantAt`: how many of the values come
   * before the tenant on SQLite.
   */
  readonly text: string;
  readonly values: readonly unknown[];
  readonly tenantAt?: number;
}

export const readRows: ReadStatement<RowSql, object[]> = {
  name: 'read-rows',
  access: 'read',
  // better-sqlite3 does not know the columns: the caller selects them.
  sqlite: (db, { tenantId, input: { text, values } }) =>
    db.prepare(text).all(tenantId, ...values) as object[],
  postgres: perCall((db, { tenantId, input }) => rowsOf(db, input, tenantId)),
};

/** Reads and locks rows. On Postgres the SQL locks them; on SQLite a transaction locks the whole database. */
export const lockRows: ReadStatement<RowSql, object[]> = {
  ...readRows,
  name: 'lock-rows',
  locks: true,
};

/** Updates or deletes rows, and returns their number. On Postgres, the SQL returns a row for each of them. */
export const writeRows: WriteStatement<RowSql, number> = {
  name: 'write-rows',
  access: 'write',
  atomic: true,
  sqlite: (db, { tenantId, input: { text, values, tenantAt = 0 } }) =>
    db.prepare(text).run(values.toSpliced(tenantAt, 0, tenantId)).changes,
  async postgres(db, calls) {
    const last = calls.length - 1;
    const written = calls.map(({ tenantId, input }, place) =>
      rowsOf(db, input, tenantId, { last: place === last }),
    );
    return (await Promise.all(written)).map((rows) => rows.length);
  },
};

async function rowsOf(
  db: Postgres,
  { text, values }: RowSql,
  tenantId: string,
  options?: { last: boolean },
): Promise<object[]> {
  return await db.rows<object>(preparedName(text), text, [tenantId, ...values], options);
}

const maxNames = 1_000;
const names = new Map<string, string>();

/**
 * Returns the name of the prepared statement for an SQL text. Returns an empty name when there are too many texts: such
 * statements are not kept.
 */
export function preparedName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNames) return '';
  const name = `sql-${names.size + 1}`;
  names.set(text, name);
  return name;
}
