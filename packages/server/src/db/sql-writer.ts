import { fold } from '@parley/domain';
import type { Dialect } from './driver.ts';

/** Writes the conditions of one query. Values are bound in the order of the text. */
export interface SqlWriter {
  readonly dialect: Dialect;
  /** The placeholder of the tenant: the first parameter. */
  readonly tenant: string;
  /** The bound values, without the tenant. */
  readonly values: readonly unknown[];
  /** Patterns with which each row is compared. */
  readonly patterns: number;
  /** The work for one row, in comparisons with a pattern. */
  readonly cost: number;
  /** The placeholder of a value. */
  bind(value: unknown): string;
  /** `from … where …`: the tenant's rows of another table that meet a condition. */
  rowsOf(table: { readonly name: string }, condition: () => string): string;
  /** The column is one of the values. */
  isAnyOf(column: string, values: readonly (string | number)[]): string;
  /** The column contains the text, ignoring case and accents; undefined for a blank text. */
  contains(column: string, text: string): string | undefined;
  /** The column is like any of the patterns. */
  isLike(column: string, patterns: readonly string[]): string;
}

interface Tenant {
  readonly dialect: Dialect;
  readonly tenantId: string;
}

/** Finding rows of another table costs about as much as so many comparisons with a pattern. */
const costOfRows = 3;

export function sqlWriter({ dialect, tenantId }: Tenant): SqlWriter {
  const values: unknown[] = [];
  let patterns = 0;
  let lookUps = 0;
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
      return patterns + lookUps * costOfRows;
    },
    bind,
    rowsOf({ name }, condition) {
      lookUps += 1;
      return `from ${name} where ${name}.tenant_id = ${isPostgres ? tenant : bind(tenantId)} and ${condition()}`;
    },
    isAnyOf(column, all) {
      // With one value, an index returns the rows in its order.
      if (all.length === 1) return `${column} = ${bind(all[0])}`;
      return isPostgres
        ? `${column} = any(${bind(all)})`
        : `${column} in (select value from json_each(${bind(JSON.stringify(all))}))`;
    },
    contains(column, text) {
      const wanted = text.trim();
      if (wanted === '') return undefined;
      patterns += 1;
      // LIKE compares as many characters as both texts have together, multiplied.
      return `${isPostgres ? 'strpos' : 'instr'}(${column}, ${bind(fold(wanted))}) > 0`;
    },
    isLike(column, all) {
      patterns += all.length;
      if (all.length === 1) return `${column} like ${bind(all[0])} escape '\\'`;
      if (isPostgres) return `${column} like any(${bind(all)}::text[])`;
      const listed = bind(JSON.stringify(all));
      return `exists (select 1 from json_each(${listed}) where ${column} like value escape '\\')`;
    },
  };
}

/** In both databases a backslash escapes, by an ESCAPE clause or by default. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
