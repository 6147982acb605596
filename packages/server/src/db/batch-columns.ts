// A batch reaches Postgres as one array for each column, whatever its size: the statement stays the same
// and is prepared once. SQLite runs the statement for one row after the other.

type SqlType = 'text' | 'smallint' | 'integer' | 'bigint' | 'bytea';

export interface BatchColumns<Row> {
  /** `a, b` */
  readonly names: string;
  /** `?, ?` */
  readonly marks: string;
  readonly count: number;
  /** The values of one row for SQLite, in the order of `names`. */
  values(row: Row): unknown[];
  /** `unnest($3::text[], $4::integer[])`, with `first` as the number of the first parameter. */
  unnest(first: number): string;
  /** The arguments of `unnest`. */
  arrays(rows: readonly Row[]): unknown[][];
  /** `a = g.a, b = g.b` of all columns but these; `a = ?, b = ?` without the alias of a source. */
  assignments(except: readonly (keyof Row & string)[], source?: string): string;
}

/** The columns of the rows of a batch statement, with their types on Postgres. */
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
