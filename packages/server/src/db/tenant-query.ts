import { rowLock } from './lock-rows.ts';
import { minuteColumn, minuteOf } from './minute-index.ts';
import type { SqlWriter } from './sql-writer.ts';
import type { RowsIn } from './table.ts';

type Scalar = string | number | null;

type Column<Row> = keyof Row & string;
type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=';
type Group<Row> = (conditions: Conditions<Row>) => void;
/** The values of columns, or a function that adds conditions. */
export type Match<Row> = Partial<Row> | Group<Row>;
type Given<Row> =
  | [match: Match<Row>]
  | [column: Column<Row>, value: Scalar]
  | [column: Column<Row>, operator: Operator, value: Scalar];

export type Key = string | number;

export interface Place {
  readonly key: Key;
  readonly id: string;
}

/**
 * The start of a page: after the row with this key and ID, in this order. `until` is the last row that the page may
 * contain.
 */
export interface Position {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly after: Place | undefined;
  readonly until?: Place | undefined;
  readonly limit: number;
}

/** Returns the order of a page, and the condition for its rows. `minute`: see minute-index.ts. */
export function keysetOf(
  sql: SqlWriter,
  { column, direction, after, until }: Position,
  minute?: string,
) {
  const [later, earlier] = direction === 'asc' ? ['>', '<='] : ['<', '>='];
  const columns = [...(minute ? [minute] : []), column, 'id'];
  const bound = (is: string, { key, id }: Place) => {
    const values = [...(minute ? [minuteOf(String(key))] : []), key, id];
    return `(${columns.join(', ')}) ${is} (${values.map((value) => sql.bind(value)).join(', ')})`;
  };
  const from = after ? bound(later, after) : '';
  const to = until ? bound(earlier, until) : '';
  return {
    order: columns.map((name) => `${name} ${direction}`).join(', '),
    rest: from && to ? `${from} and ${to}` : from || to,
  };
}

/** Collects the SQL conditions on the columns of one table. */
export class Conditions<Row> {
  protected readonly sql: SqlWriter;
  #text = '';

  constructor(sql: SqlWriter) {
    this.sql = sql;
  }

  /** The SQL of all conditions; empty when there are none. */
  get text(): string {
    return this.#text;
  }

  where(...given: Given<Row>): this {
    return this.#add('and', given);
  }

  orWhere(...given: Given<Row>): this {
    return this.#add('or', given);
  }

  whereIn(column: Column<Row>, values: readonly (string | number)[]): this {
    return this.and(this.sql.isAnyOf(column, values));
  }

  /**
   * Adds the condition that the column contains one of the texts. The texts and the values of the column must be without
   * case and accents. Without a text, it adds no condition.
   */
  whereContains(column: Column<Row>, texts: readonly string[]): this {
    return this.and(this.sql.contains(column, texts) ?? '');
  }

  /** Adds a condition as it is. SQLite uses an index with a condition only if the query has it without parameters. */
  whereSql(condition: string): this {
    return this.and(condition && `(${condition})`);
  }

  whereNull(column: Column<Row>): this {
    return this.and(`${column} is null`);
  }

  whereLike(column: Column<Row>, patterns: readonly string[]): this {
    return this.and(this.sql.isLike(column, patterns));
  }

  protected and(condition: string): this {
    return this.#append('and', condition);
  }

  #add(operator: 'and' | 'or', [first, second, third]: Given<Row>): this {
    if (typeof first === 'function') {
      const group = new Conditions<Row>(this.sql);
      first(group);
      return this.#append(operator, group.text && `(${group.text})`);
    }
    if (typeof first === 'object') {
      const all = Object.entries<unknown>(first).map(([column, value]) =>
        this.#compare(column, '=', value),
      );
      return this.#append(operator, all.join(' and '));
    }
    const isComparison = third !== undefined;
    return this.#append(
      operator,
      this.#compare(
        String(first),
        isComparison ? String(second) : '=',
        isComparison ? third : second,
      ),
    );
  }

  #compare(column: string, operator: string, value: unknown): string {
    return value === null ? `${column} is null` : `${column} ${operator} ${this.sql.bind(value)}`;
  }

  #append(operator: 'and' | 'or', condition: string): this {
    if (condition !== '') this.#text += this.#text && ` ${operator} `;
    this.#text += condition;
    return this;
  }
}

/**
 * `now`: the rows are locked when they are read. `late`: a single row may be locked later, with the transaction's next
 * query or at its end.
 */
type Lock = 'now' | 'late' | undefined;

/**
 * Runs a statement whose first parameter is the tenant, and returns its rows. On Postgres, `text` ends with a
 * `rowLock` if there is a `lock`.
 */
type ReadRows = (
  text: string,
  values: readonly unknown[],
  options?: { lock: Lock; columns: string; rest: string },
) => Promise<object[]>;

/** A query for rows of one tenant in one table. It runs when it is awaited. */
export class TenantQuery<Row> extends Conditions<Row> implements PromiseLike<Row[]> {
  readonly #table: Omit<RowsIn<Row>, 'row'>;
  readonly #read: ReadRows;
  readonly #order: string[] = [];
  #limit: number | undefined;
  #offset = 0;
  #lock: Lock;

  constructor(sql: SqlWriter, table: Omit<RowsIn<Row>, 'row'>, read: ReadRows) {
    super(sql);
    this.#table = table;
    this.#read = read;
  }

  orderBy(column: Column<Row>, direction: 'asc' | 'desc' = 'asc'): this {
    const minute = minuteColumn(this.#table, column, this.sql);
    if (minute) this.#order.push(`${minute} ${direction}`);
    this.#order.push(`${column} ${direction}`);
    return this;
  }

  /**
   * Sorts the few rows that meet the conditions. With `orderBy('id')`, SQLite would read all rows of the tenant in this
   * order instead of using the index of a condition.
   */
  sortBy(column: Column<Row>): this {
    this.#order.push(this.sql.dialect === 'sqlite' ? `+${column}` : column);
    return this;
  }

  /**
   * Limits the query to this many rows, after the first `offset`. Do not use `offset` for pages: the index still reads
   * the skipped rows.
   */
  limit(rows: number, offset = 0): this {
    this.#limit = rows;
    this.#offset = offset;
    return this;
  }

  /** Limits the query to the rows of a page, and one further row if there is one. */
  page(position: Position): this {
    const minute = minuteColumn(this.#table, position.column, this.sql);
    const { order, rest } = keysetOf(this.sql, position, minute);
    if (rest) this.and(rest);
    this.#order.push(order);
    return this.limit(position.limit + 1);
  }

  /** Locks the rows until the end of the transaction. On SQLite, a transaction locks the whole database anyway. */
  forUpdate(): this {
    this.#lock = 'now';
    return this;
  }

  /**
   * Locks the rows like `forUpdate`, but may lock a single row later: with the transaction's next query, or at its end.
   * If another transaction has changed the row by then, this one runs again.
   */
  forChange(): this {
    this.#lock = 'late';
    return this;
  }

  /**
   * Returns the first row; undefined without one. Sends the query before it returns, so that the queries of a
   * transaction run in the order of the calls.
   */
  first(): Promise<Row | undefined> {
    return this.limit(1).then(([row]) => row);
  }

  async count(): Promise<number> {
    const [row] = await this.#read(`select count(*) as total ${this.#from()}`, this.sql.values);
    return (row as { total: number }).total;
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited, like the queries of every query builder.
  then<Done = Row[], Failed = never>(
    done?: ((rows: Row[]) => Done | PromiseLike<Done>) | null,
    failed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    const order = this.#order.length === 0 ? '' : ` order by ${this.#order.join(', ')}`;
    const limit = this.#limit === undefined ? '' : ` ${this.sql.limit(this.#limit)}`;
    const offset = this.#offset === 0 ? '' : ` offset ${this.sql.bind(this.#offset)}`;
    const { columns: names, reads } = this.#table;
    const columns = names
      .map((name) => {
        const sql = reads?.get(name);
        return sql === undefined ? name : `${sql} as ${name}`;
      })
      .join(', ');
    const rest = `${this.#from()}${order}${limit}${offset}`;
    const isLocked = this.#lock && this.sql.dialect === 'postgres';
    const text = `select ${columns} ${rest}${isLocked ? ` ${rowLock(this.#table.name)}` : ''}`;
    const read = this.#read(text, this.sql.values, { lock: this.#lock, columns, rest });
    // The rows have the columns of the declared table.
    return (read as Promise<Row[]>).then(done, failed);
  }

  #from(): string {
    const { name } = this.#table;
    return `from ${name} where tenant_id = ${this.sql.tenant}${this.text && ` and (${this.text})`}`;
  }
}
