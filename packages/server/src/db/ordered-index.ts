/** The index of a filter that orders the rows of one value. */
export interface OrderedIndex {
  readonly columns: readonly string[];
  /** Returns whether the index, which may be a partial one, contains the rows whose field has this value. */
  has(value: unknown): boolean;
  /** Whether all other indexes of the table begin with the column of this filter. */
  readonly isShared?: boolean;
  /** Whether most rows may have one value, so that the index of another filter finds fewer. */
  readonly isBroad?: boolean;
  /** Whether the index contains all rows, so that it also finds those with any of several values, or without a value. */
  readonly isWhole?: boolean;
}

/**
 * Returns whether the index of a filter finds the rows with this value for a page in another order, and the column that
 * orders them there. SQLite chooses a partial index only for its order.
 */
export function findsRows(
  index: OrderedIndex | undefined,
  value: unknown,
): { readonly order: string | undefined } | undefined {
  if (!index || index.isShared) return undefined;
  if (index.has(value)) return { order: index.columns[0] };
  // No index helps with several values of which one is `none`.
  const isMixed = Array.isArray(value) && value.length > 1 && value.includes('none');
  return index.isWhole && !isMixed ? { order: undefined } : undefined;
}

/**
 * Declares the index of a filter that has the rows of one value in this order, but no rows without a value. `none` in a
 * filter stands for these rows.
 */
export function ofOneValue(column: string): OrderedIndex {
  const has = (values: unknown) =>
    Array.isArray(values) && values.length === 1 && values[0] !== 'none';
  return { columns: [column], has };
}

/** Declares an index that finds the rows with any of several values, and has no order of a list. */
export const ofAnyValue: OrderedIndex = { columns: [], has: () => false, isWhole: true };

/** Declares the index of a status. */
export function ofOneStatus(column: string): OrderedIndex {
  return { ...ofOneValue(column), isBroad: true };
}
