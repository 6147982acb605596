import { type EventType, quietEventTypes } from '@parley/contract/schemas';
import type { Dialect } from '../db/driver.ts';

const quiet = quietEventTypes.map((type: EventType) => `'${type}'`).join(', ');

/**
 * Returns the SQL of a list with the patterns of `patternsOf`, for a column with an event type. The list has null for a
 * missing pattern.
 */
export function patternsSql(dialect: Dialect, type: string): string {
  const group =
    dialect === 'sqlite'
      ? `substr(${type}, 1, instr(${type}, '.')) || '*'`
      : `split_part(${type}, '.', 1) || '.*'`;
  const unlessQuiet = (pattern: string) =>
    `case when ${type} in (${quiet}) then null else ${pattern} end`;
  return `${type}, ${unlessQuiet(group)}, ${unlessQuiet(`'*'`)}`;
}
