import { type CustomFieldValues, fold, tagKey } from '@parley/contract/schemas';
import { customFieldTerms, type Filter } from '@parley/domain';

// Sort keys are NOT NULL: an empty value has a key that sorts last.

/** A text that sorts before every time and every other text. */
export const lowest = '';
/** A text that sorts after every time. */
export const latest = '~';
const highest = '\u{10ffff}';

export function nameKey(name: string | null): string {
  return name === null ? highest : fold(name);
}

/**
 * Returns the value of a column that separates archived records from the others. Lists that leave out
 * archived records have indexes that begin with this column.
 */
export function archivedKey(isArchived: boolean): string {
  return isArchived ? '1' : '0';
}

/** Returns the column value that a `containing` filter searches. */
export function searchKey<Rec>(record: Rec, filter: Filter<Rec>): string {
  if (filter.kind !== 'containing') throw new Error('only a `containing` filter has a search key');
  const texts = filter.texts(record);
  return fold(texts.filter((text) => text !== null).join('\n'));
}

/** Returns the value of the column in which the filter `tagged` searches. */
export function tagsKey(tags: readonly string[]): string {
  return linesKey(tags.map(tagKey));
}

function linesKey(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

/** Returns the column value that the filter by values of custom fields searches. */
export function valuesKey(values: CustomFieldValues): string {
  return linesKey(customFieldTerms(values).map(fold));
}
