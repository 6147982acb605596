// Postgres gets a batch as one array for each column. The SQL is the same for any number of rows, so each connection
// prepares it once. SQLite runs the statement once for each row.

type SqlType = 'text' | 'smallint' | 'integer' | 'bigint' | 'bytea';

export interface BatchColumns<Row> {
  /** The column names: `a, b`. */
  readonly names: string;
  /** The placeholders for one row on SQLite: `?, ?`. `count` is their number. */
  readonly marks: string;
  readonly count: number;
  /** The values of one row for SQLite, in the order of `names`. */
  values(row: Row): unknown[];
  /**
   * Returns the SQL of the arrays: `unnest($3::text[], $4::integer[])`. `first` is the number of the first parameter.
   */
  unnest(first: number): string;
  /** Returns the arguments of `unnest`: an array for each column. */
  arrays(rows: readonly Row[]): unknown[][];
  /**
   * Returns the assignments of an update: `a = g.a, b = g.b` for the alias `g`, or `a = ?, b = ?` without one. `except`
   * are columns that are left out.
   */
  assignments(except: readonly (keyof Row & string)[], source?: string): string;
}

/** Declares the columns of a batch, with their types on Postgres. */
export function batchColumns<Row extends object>(
  types: {
    readonly [Name in keyof Row & string]: SqlType;
  },
): BatchColumns<Row> {
  const columns = Object.entries<SqlType>(types) as [keyof Row & string, SqlType][];
  return {
    names: columns.map(([name]) => name).join(', '),
    marks: columns.map(() => '?').join(', '),
    count: columns.length,
    values: (row) => columns.map(([name]) => row[name]),
    unnest: (first) =>
      `unnest(${columns.map(([, type], index) => `$${first + index}::${type}[]`).join(', ')})`,
    arrays: (rows) => columns.map(([name]) => rows.map((row) => row[name])),
    assignments: (except, source) =>
      columns
        .filter(([name]) => !except.includes(name))
        .map(([name]) => `${name} = ${source === undefined ? '?' : `${source}.${name}`}`)
        .join(', '),
  };
}
