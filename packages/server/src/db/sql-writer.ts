import { fold } from '@parley/domain';
import type { Dialect } from './driver.ts';

/** Writes the SQL conditions of one query, and collects their values in the order of the text. */
export interface SqlWriter {
  readonly dialect: Dialect;
  /** The placeholder of the tenant, which is the first parameter. */
  readonly tenant: string;
  /** The collected values, without the tenant. */
  readonly values: readonly unknown[];
  /** The number of patterns with which each row is compared. */
  readonly patterns: number;
  /** The cost of one row; 1 is one comparison with a pattern. */
  readonly cost: number;
  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string;
  /**
   * Returns `from … where …` for the tenant's rows of another table that meet a condition. Each row of the list has the
   * cost of this look-up.
   */
  rowsOf(table: NamedTable, condition: () => string, options?: RowsOptions): string;
  /** Returns the condition that the column has one of the values. */
  isAnyOf(column: string, values: readonly (string | number)[]): string;
  /** Returns the condition that the column contains the text, ignoring case and accents; undefined for a blank text. */
  contains(column: string, text: string): string | undefined;
  /** Returns the condition that the column matches one of the LIKE patterns. */
  isLike(column: string, patterns: readonly string[]): string;
  /** Returns the condition that the column matches all of the LIKE patterns. */
  isLikeAll(column: string, patterns: readonly string[]): string;
}

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

export function sqlWriter({ dialect, tenantId }: Tenant): SqlWriter {
  const values: unknown[] = [];
  let patterns = 0;
  let costOfLookUps = 0;
  const isPostgres = dialect === 'postgres';
  const bind = (value: unknown) => {
    values.push(value ?? null);
    return isPostgres ? `$${values.length + 1}` : '?';
  };
  const tenant = isPostgres ? '$1' : '?';
  return {
    dialect,
    tenant,
    values,
    get patterns() {
      return patterns;
    },
    get cost() {
      return patterns + costOfLookUps;
    },
    bind,
    rowsOf({ name }, condition, { alias = name, isOnce = false, isMany = false } = {}) {
      if (!isOnce) costOfLookUps += costOfRows[isMany ? 'many' : 'few'];
      return `from ${name} as ${alias} where ${alias}.tenant_id = ${isPostgres ? tenant : bind(tenantId)} and ${condition()}`;
    },
    isAnyOf(column, all) {
      // With one value, an index returns the rows in the order of the page.
      if (all.length === 1) return `${column} = ${bind(all[0])}`;
      return isPostgres
        ? `${column} = any(${bind(all)})`
        : `${column} in (select value from json_each(${bind(JSON.stringify(all))}))`;
    },
    contains(column, text) {
      const wanted = text.trim();
      if (wanted === '') return undefined;
      patterns += 1;
      // The cost of LIKE grows with the product of both lengths, so `instr` and `strpos` are faster.
      return `${isPostgres ? 'strpos' : 'instr'}(${column}, ${bind(fold(wanted))}) > 0`;
    },
    isLike: (column, all) => isLike(column, all, 'any'),
    isLikeAll: (column, all) => isLike(column, all, 'all'),
  };

  function isLike(column: string, all: readonly string[], how: 'any' | 'all'): string {
    patterns += all.length;
    if (all.length === 1) return `${column} like ${bind(all[0])} escape '\\'`;
    if (isPostgres) return `${column} like ${how}(${bind(all)}::text[])`;
    const not = how === 'all' ? 'not ' : '';
    const listed = bind(JSON.stringify(all));
    return `${not}exists (select 1 from json_each(${listed}) where ${column} ${not}like value escape '\\')`;
  }
}

/** Escapes a text for LIKE with backslashes. SQLite needs an ESCAPE clause for that; Postgres does it by default. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
