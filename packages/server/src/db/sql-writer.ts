import type { Dialect } from './driver.ts';

interface NamedTable {
  readonly name: string;
}

interface RowsOptions {
  /** The name of the table in the condition, if it is not its own. */
  readonly alias?: string;
  /** Whether the subquery has no column of the list: the database runs it once for each statement, and not for each row. */
  readonly isOnce?: boolean;
  /** Whether the subquery may look at many rows for each row of the list. */
  readonly isMany?: boolean;
}

interface Tenant {
  readonly dialect: Dialect;
  readonly tenantId: string;
}

/**
 * The costs of finding the rows of another table; 1 is one comparison with a pattern. If they are few, an index finds them
 * in 1 to 2 µs.
 */
const costOfRows = { few: 0.5, many: 3 };

/**
 * Returns the SQL of a limit. With `limit ?`, SQLite would prepare the statement again for each run, because it plans
 * for the value: see `sqlite3ExprIsInteger` in its source. It does not look at a value behind a sign.
 */
export function limitTo(dialect: Dialect, placeholder: string): string {
  return dialect === 'sqlite' ? `limit +${placeholder}` : `limit ${placeholder}`;
}

/** Writes the SQL conditions of one query, and collects their values in the order of the text. */
export class SqlWriter {
  readonly dialect: Dialect;
  /** The collected values, without the tenant. */
  readonly values: unknown[] = [];
  readonly #tenantId: string;
  #patterns = 0;
  #costOfLookUps = 0;

  constructor({ dialect, tenantId }: Tenant) {
    this.dialect = dialect;
    this.#tenantId = tenantId;
  }

  /** The placeholder of the tenant, which is the first parameter. */
  get tenant(): string {
    return this.#isPostgres ? '$1' : '?';
  }

  /** The number of patterns with which each row is compared. */
  get patterns(): number {
    return this.#patterns;
  }

  /** The cost of one row; 1 is one comparison with a pattern. */
  get cost(): number {
    return this.#patterns + this.#costOfLookUps;
  }

  get #isPostgres(): boolean {
    return this.dialect === 'postgres';
  }

  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string {
    this.values.push(value ?? null);
    return this.#isPostgres ? `$${this.values.length + 1}` : '?';
  }

  /** Adds a limit of rows, and returns its SQL. */
  limit(rows: number): string {
    return limitTo(this.dialect, this.bind(rows));
  }

  /**
   * Returns `from … where …` for the tenant's rows of another table that meet a condition. Each row of the list has the
   * cost of this look-up.
   */
  rowsOf(
    { name }: NamedTable,
    condition: () => string,
    { alias = name, isOnce = false, isMany = false }: RowsOptions = {},
  ): string {
    if (!isOnce) this.#costOfLookUps += costOfRows[isMany ? 'many' : 'few'];
    const tenant = this.#isPostgres ? this.tenant : this.bind(this.#tenantId);
    return `from ${name} as ${alias} where ${alias}.tenant_id = ${tenant} and ${condition()}`;
  }

  /**
   * Returns the condition that another table of the tenant has such a row. On Postgres, it is checked for each row of the
   * list.
   */
  hasRow(table: NamedTable, condition: () => string, options?: RowsOptions): string {
    // Postgres would otherwise prefer to read all such rows for each step of a page.
    const perRow = this.#isPostgres ? ' offset 0' : '';
    return `exists (select 1 ${this.rowsOf(table, condition, options)}${perRow})`;
  }

  /** Returns the condition that the column has one of the values. */
  isAnyOf(column: string, values: readonly (string | number)[]): string {
    // With one value, an index returns the rows in the order of the page.
    if (values.length === 1) return `${column} = ${this.bind(values[0])}`;
    return this.#isPostgres
      ? `${column} = any(${this.bind(values)})`
      : `${column} in (select value from json_each(${this.bind(JSON.stringify(values))}))`;
  }

  /**
   * Returns the condition that the column contains one of the texts, which are without case and accents; undefined without
   * a text.
   */
  contains(column: string, texts: readonly string[]): string | undefined {
    if (texts.length === 0) return undefined;
    this.#patterns += texts.length;
    // The cost of LIKE grows with the product of both lengths, so `instr` and `strpos` are faster.
    const place = this.#isPostgres ? 'strpos' : 'instr';
    const found = texts.map((text) => `${place}(${column}, ${this.bind(text)}) > 0`);
    return found.length === 1 ? found[0] : `(${found.join(' or ')})`;
  }

  /** Returns the condition that the column matches one of the LIKE patterns. */
  isLike(column: string, patterns: readonly string[]): string {
    return this.#isLike(column, patterns, 'any');
  }

  /** Returns the condition that the column matches all of the LIKE patterns. */
  isLikeAll(column: string, patterns: readonly string[]): string {
    return this.#isLike(column, patterns, 'all');
  }

  #isLike(column: string, all: readonly string[], how: 'any' | 'all'): string {
    this.#patterns += all.length;
    if (all.length === 1) return `${column} like ${this.bind(all[0])} escape '\\'`;
    if (this.#isPostgres) return `${column} like ${how}(${this.bind(all)}::text[])`;
    const not = how === 'all' ? 'not ' : '';
    const listed = this.bind(JSON.stringify(all));
    return `${not}exists (select 1 from json_each(${listed}) where ${column} ${not}like value escape '\\')`;
  }
}

/** Escapes a text for LIKE with backslashes. SQLite needs an ESCAPE clause for that; Postgres does it by default. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
