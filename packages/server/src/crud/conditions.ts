import { type Filter, fold, languageKey } from '@parley/domain';
import type { Dialect } from '../db/driver.ts';
import type { TenantDb } from '../db/tenant-db.ts';

// The SQL of the filters that packages/domain declares as data.

/** Writes the conditions of one query. Values are bound in the order in which they stand in the text. */
export interface SqlWriter {
  readonly dialect: Dialect;
  /** What is bound so far, without the tenant. */
  readonly values: readonly unknown[];
  /** The placeholder of a value. */
  bind(value: unknown): string;
  /** `from … where …`: the tenant's rows of another table that meet a condition. */
  rowsOf(table: { readonly name: string }, condition: () => string): string;
  /** The column is one of the values. */
  isAnyOf(column: string, values: readonly string[]): string;
  /** The column holds the text, whatever its case and accents; undefined for a blank text. */
  contains(column: string, text: string): string | undefined;
  /** The column is like any of the patterns. */
  isLike(column: string, patterns: readonly string[]): string;
}

export function sqlWriter({
  dialect,
  tenantId,
}: Pick<TenantDb, 'dialect' | 'tenantId'>): SqlWriter {
  const values: unknown[] = [];
  const isPostgres = dialect === 'postgres';
  const bind = (value: unknown) => {
    values.push(value);
    // The tenant is the first parameter.
    return isPostgres ? `$${values.length + 1}` : '?';
  };
  // An index gives rows in its order where there is one value only.
  return {
    dialect,
    values,
    bind,
    rowsOf({ name }, condition) {
      // On Postgres the tenant is bound already.
      const tenant = isPostgres ? '$1' : bind(tenantId);
      return `from ${name} where ${name}.tenant_id = ${tenant} and ${condition()}`;
    },
    isAnyOf(column, all) {
      if (all.length === 1) return `${column} = ${bind(all[0])}`;
      return isPostgres
        ? `${column} = any(${bind(all)}::text[])`
        : `${column} in (select value from json_each(${bind(JSON.stringify(all))}))`;
    },
    contains(column, text) {
      const wanted = text.trim();
      return wanted === '' ? undefined : this.isLike(column, [`%${escapeLike(fold(wanted))}%`]);
    },
    isLike(column, all) {
      if (isPostgres) return `${column} like any(${bind(all)}::text[])`;
      const patterns = bind(JSON.stringify(all));
      return `exists (select 1 from json_each(${patterns}) where ${column} like value escape '\\')`;
    },
  };
}

/** The condition of a filter; undefined where the value excludes nothing. */
export function conditionOf<Rec>(
  filter: Exclude<Filter<Rec>, { kind: 'custom' }>,
  column: string,
  wanted: unknown,
  sql: SqlWriter,
): string | undefined {
  if (filter.kind === 'containing') return sql.contains(column, String(wanted));
  // All other filters take several values.
  const values = wanted as readonly string[];
  switch (filter.kind) {
    case 'anyOf':
      return sql.isAnyOf(column, filter.key ? values.map(filter.key) : values);
    case 'anyOfOrNone': {
      const isAnyOf = sql.isAnyOf(column, values);
      return values.includes('none') ? `(${isAnyOf} or ${column} is null)` : isAnyOf;
    }
    case 'tagged':
      return sql.isLike(column, values.map(tagPattern));
    case 'spoken':
      return sql.isLike(column, values.map(languagePattern));
  }
}

/** What a column written by tagsKey is like where it has a tag. */
export function tagPattern(tag: string): string {
  return `%\n${escapeLike(fold(tag))}\n%`;
}

/** What a column written by languageKey is like where it is of a language, or of a narrower one. */
export function languagePattern(language: string): string {
  return `${escapeLike(languageKey(language))}%`;
}

/** Both databases are told, or take it for granted, that a backslash escapes. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
