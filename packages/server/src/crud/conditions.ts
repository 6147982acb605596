import { tagKey } from '@parley/contract/schemas';
import { type Filter, languageKey, rangesOf, wantedTexts } from '@parley/domain';
import { minuteColumn, minuteOf } from '../db/minute-index.ts';
import { latest, lowest } from '../db/sort-keys.ts';
import { escapeLike, type SqlWriter } from '../db/sql-writer.ts';
import type { Table } from '../db/table.ts';
import type { Position } from '../db/tenant-query.ts';
import type { Condition } from './helpful-indexes.ts';

// Writes the SQL of the filters that packages/domain declares as data, and of ranges.

/** Returns the condition of a filter; undefined when the value excludes no rows. */
export function conditionOf<Rec>(
  filter: Exclude<Filter<Rec>, { kind: 'custom' }>,
  column: string,
  wanted: unknown,
  sql: SqlWriter,
): string | undefined {
  if (filter.kind === 'containing') {
    return sql.contains(column, wantedTexts(filter, String(wanted)));
  }
  // A literal, because a query with a parameter cannot use an index that contains only the rows with one value.
  if (filter.kind === 'flagged') return `${column} = ${wanted ? 1 : 0}`;
  if (filter.kind === 'timed') return `${column} is ${wanted ? 'not ' : ''}null`;
  // All other filters accept several values.
  const values = wanted as readonly string[];
  switch (filter.kind) {
    case 'anyOf':
      return sql.isAnyOf(column, filter.key ? values.map(filter.key) : values);
    case 'anyOfOrNone': {
      // An index finds these rows, but not those of an alternative.
      if (String(values) === 'none') return `${column} is null`;
      const isAnyOf = sql.isAnyOf(column, values);
      return values.includes('none') ? `(${isAnyOf} or ${column} is null)` : isAnyOf;
    }
    case 'tagged':
      return sql.isLike(column, values.map(tagPattern));
    case 'taggedAll':
      return sql.isLikeAll(column, values.map(tagPattern));
    case 'taggedNone':
      return `(not ${sql.isLike(column, values.map(tagPattern))})`;
    case 'spoken':
      return sql.isLike(column, values.map(languagePattern));
  }
}

/** Returns the conditions of a query's ranges of times. */
export function rangesIn<Rec, Row>(
  table: Table<Rec, Row>,
  query: object,
  position: Position,
): Condition[] {
  return rangesOf(query).flatMap(({ field, after, before }) => {
    const { asc, desc } = table.sortColumns(field);
    const isDown = position.column === desc;
    // Both bounds are on one column, so that its index finds the range. A single column of the order may have no times.
    const sorted = isDown ? desc : asc;
    const column = asc === desc ? table.filterColumn(field) : sorted;
    const bounds: Bound[] = [];
    if (after !== undefined) bounds.push([column, '>=', after]);
    if (before !== undefined) bounds.push([column, '<', before]);
    // A row without a value is in no range. It comes after all times in `asc`, and before them in `desc`.
    if (asc !== desc && isDown && after === undefined) bounds.push([column, '>', lowest]);
    if (asc !== desc && !isDown && before === undefined) bounds.push([column, '<', latest]);
    return bounds.flatMap((bound) => boundIn(table, bound, position));
  });
}

type Bound = readonly [column: string, is: '<' | '>' | '>=', value: string];

function boundIn<Rec, Row>(
  table: Table<Rec, Row>,
  [column, is, value]: Bound,
  position: Position,
): Condition[] {
  const write = (sql: SqlWriter) => {
    const minute = minuteColumn(table, column, sql);
    const inMinutes = minute ? ` and ${minute} ${is[0]}= ${sql.bind(minuteOf(value))}` : '';
    return `${column} ${is} ${sql.bind(value)}${inMinutes}`;
  };
  if (column !== position.column) {
    return [{ help: 'none', finds: { order: column, isRange: true }, write }];
  }
  // A page between two rows of the range is inside the range. Without this, SQLite would use the wider bound of the
  // index.
  const isStart = is.startsWith('>') === (position.direction === 'asc');
  return (isStart ? position.after : position.until) ? [] : [{ help: 'in order', write }];
}

/** Returns the LIKE pattern for rows with a tag, for a column that `tagsKey` writes. */
export function tagPattern(tag: string): string {
  return linePattern(tagKey(tag));
}

/** Returns the LIKE pattern for rows with a line, for a column that contains lines. */
export function linePattern(line: string): string {
  return `%\n${escapeLike(line)}\n%`;
}

/** Returns the LIKE pattern that finds a language and its variants, in a column that `languageKey` writes. */
export function languagePattern(language: string): string {
  return `${escapeLike(languageKey(language))}%`;
}

/** Sorts a list and removes repeats, so that equal filters have the same statement. */
export function distinct(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}
