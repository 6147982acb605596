import type { SqlWriter } from '../db/sql-writer.ts';

// Which conditions of a page an index helps with.

/**
 * How an index helps with a condition: it returns the rows in the order of the page (`in order`), it finds few rows
 * (`few`), or it does not help.
 */
export type Help = 'in order' | 'few' | 'none';

interface Finds {
  /** The column by which the index orders the rows. */
  readonly order: string | undefined;
  readonly isRange?: boolean;
}

export interface Condition {
  readonly help: Help;
  /** The name of the filter, if an index finds the rows with its value. */
  readonly filter?: string | undefined;
  /** Whether this filter has an index of its own, but that of another filter returns the rows. */
  readonly isBehind?: boolean | undefined;
  /** The index that finds all rows with the value of the filter, or in the range, without the order of the page. */
  readonly finds?: Finds | undefined;
  /** Whether that index contains all rows (`OrderedIndex`). */
  readonly isWhole?: boolean | undefined;
  /** Whether the filter is a part of the other indexes (`OrderedIndex`). */
  readonly isShared?: boolean | undefined;
  /** Whether the index of another filter finds fewer rows (`OrderedIndex`). */
  readonly isBroad?: boolean | undefined;
  /**
   * Writes the condition. Returns undefined when the value excludes no rows. `help` replaces that of the condition, for a
   * statement with another order.
   */
  write(sql: SqlWriter, help?: Help): string | undefined;
}

/** Lets only one filter use its index for the order: a statement that also applied another would have no limit. */
export function oneInOrder(conditions: readonly Condition[]): Condition[] {
  const ordered = conditions.filter(({ help, isShared }) => help === 'in order' && !isShared);
  const lead =
    ordered.find(({ filter }) => filter !== undefined) ??
    ordered.find(({ isBroad }) => !isBroad) ??
    ordered[0];
  return conditions.map((one) => {
    if (one === lead || !ordered.includes(one)) return one;
    return { ...one, help: 'none', filter: undefined, isBehind: true };
  });
}
