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
  whereLikeAny(query, column, tags.map(tagPattern));
}

/** Rows of any of these languages, `pt` taking in `pt-BR`. The column was written by languageKey. */
export function whereSpoken<Row>(
  query: Conditions<Row>,
  column: Column<Row>,
  languages: readonly string[],
): void {
  whereLikeAny(query, column, languages.map(languagePattern));
}

/** What a column written by tagsKey is like where it has a tag. */
export function tagPattern(tag: string): string {
  return `%\n${escapeLike(fold(tag))}\n%`;
}

/** What a column written by languageKey is like where it is of a language, or of a narrower one. */
export function languagePattern(language: string): string {
  return `${escapeLike(languageKey(language))}%`;
}

function whereLikeAny<Row>(
  query: Conditions<Row>,
  column: Column<Row>,
  patterns: readonly string[],
): void {
  query.where((group) => {
    for (const pattern of patterns)
      raw(group).orWhereRaw(`?? like ? escape '!'`, [column, pattern]);
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
