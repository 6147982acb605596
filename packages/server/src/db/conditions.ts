import { fold, languageKey } from '@parley/domain';
import type { Conditions } from './tenant-query.ts';

// Conditions that TenantQuery has no word for. Values are bound and columns quoted, so that none of
// them can leave the tenant's rows.

type Column<Row> = keyof Row & string;

interface Raw {
  orWhereRaw(sql: string, values: readonly unknown[]): unknown;
}

// Conditions and TenantQuery are Knex builders underneath.
const raw = (query: unknown) => query as Raw;

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

function escapeLike(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
