import { fold, languageKey } from '@parley/domain';
import type { Conditions, TenantQuery } from './tenant-query.ts';

// Conditions that TenantQuery has no word for. Values are bound and columns quoted, so that none of
// them can leave the tenant's rows.

type Column<Row> = keyof Row & string;

interface Raw {
  whereRaw(sql: string, values: readonly unknown[]): unknown;
  orWhereRaw(sql: string, values: readonly unknown[]): unknown;
  whereIn(column: string, query: unknown): unknown;
  orWhereIn(column: string, query: unknown): unknown;
  clearSelect(): { select(column: string): unknown };
}

// Conditions and TenantQuery are Knex builders underneath.
const raw = (query: unknown) => query as Raw;

/** Rows whose folded column holds this text, whatever its case and diacritics. */
export function whereContains<Row>(
  query: Conditions<Row>,
  column: Column<Row>,
  text: string,
): void {
  raw(query).whereRaw(`?? like ? escape '!'`, [column, `%${escapeLike(fold(text))}%`]);
}

/** Rows with any of these tags, whatever their case. The column was written by tagsKey. */
export function whereTagged<Row>(
  query: Conditions<Row>,
  column: Column<Row>,
  tags: readonly string[],
): void {
  query.where((group) => {
    for (const tag of tags) {
      raw(group).orWhereRaw(`?? like ? escape '!'`, [column, `%\n${escapeLike(fold(tag))}\n%`]);
    }
  });
}

/** Rows of any of these languages, `pt` taking in `pt-BR`. The column was written by languageKey. */
export function whereSpoken<Row>(
  query: Conditions<Row>,
  column: Column<Row>,
  languages: readonly string[],
): void {
  query.where((group) => {
    for (const language of languages) {
      raw(group).orWhereRaw(`?? like ? escape '!'`, [
        column,
        `${escapeLike(languageKey(language))}%`,
      ]);
    }
  });
}

/** Rows whose column is `itsColumn` of a row of another query. */
export function whereAmong<Row, Other>(
  query: Conditions<Row>,
  column: Column<Row>,
  other: TenantQuery<Other>,
  itsColumn: Column<Other>,
): void {
  raw(query).whereIn(column, raw(other).clearSelect().select(itsColumn));
}

export function orWhereAmong<Row, Other>(
  query: Conditions<Row>,
  column: Column<Row>,
  other: TenantQuery<Other>,
  itsColumn: Column<Other>,
): void {
  raw(query).orWhereIn(column, raw(other).clearSelect().select(itsColumn));
}

function escapeLike(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
