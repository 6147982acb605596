import { type EventType, quietEventTypes } from '@parley/contract/schemas';
import type { Dialect } from '../db/driver.ts';

// The patterns that take in a type: what `matchesEvent` of the contract says, the other way round, so that
// an event finds those who wait for it by an index.

const known = new Map<string, readonly string[]>();

export function patternsOf(type: string): readonly string[] {
  const found = known.get(type) ?? make(type);
  known.set(type, found);
  return found;
}

export function isQuiet(type: string): boolean {
  return (quietEventTypes as readonly string[]).includes(type);
}

function make(type: string): readonly string[] {
  return isQuiet(type) ? [type] : [type, `${type.slice(0, type.indexOf('.'))}.*`, '*'];
}

const quiet = quietEventTypes.map((type: EventType) => `'${type}'`).join(', ');

/** The same as a list in SQL, for a column that holds a type: null where there is none. */
export function patternsSql(dialect: Dialect, type: string): string {
  const group =
    dialect === 'sqlite'
      ? `substr(${type}, 1, instr(${type}, '.')) || '*'`
      : `split_part(${type}, '.', 1) || '.*'`;
  const unlessQuiet = (pattern: string) =>
    `case when ${type} in (${quiet}) then null else ${pattern} end`;
  return `${type}, ${unlessQuiet(group)}, ${unlessQuiet(`'*'`)}`;
}
