import { type Filter, languageKey, tagKey } from '@parley/domain';
import { escapeLike, type SqlWriter } from '../db/sql-writer.ts';

// The SQL of the filters that packages/domain declares as data.

/** The condition of a filter; undefined where the value excludes nothing. */
export function conditionOf<Rec>(
  filter: Exclude<Filter<Rec>, { kind: 'custom' }>,
  column: string,
  wanted: unknown,
  sql: SqlWriter,
): string | undefined {
  if (filter.kind === 'containing') return sql.contains(column, String(wanted));
  // A literal: an index of the rows with one value serves no parameter.
  if (filter.kind === 'flagged') return `${column} = ${wanted ? 1 : 0}`;
  if (filter.kind === 'timed') return `${column} is ${wanted ? 'not ' : ''}null`;
  // All other filters accept several values.
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

/** The LIKE pattern of a column written by tagsKey that contains a tag. */
export function tagPattern(tag: string): string {
  return linePattern(tagKey(tag));
}

/** The LIKE pattern of a column of lines that contains a line. */
export function linePattern(line: string): string {
  return `%\n${escapeLike(line)}\n%`;
}

/** The LIKE pattern of a column written by languageKey for a language or a narrower one. */
export function languagePattern(language: string): string {
  return `${escapeLike(languageKey(language))}%`;
}
