import type { CustomFieldValues } from '@parley/contract/schemas';
import { customFieldTerms, type Filter, fold, tagKey } from '@parley/domain';

// Sort keys are NOT NULL: an empty value has one that comes last.

/** Below every time and every text. */
export const lowest = '';
/** Above every time. */
export const latest = '~';
const highest = '\u{10ffff}';

export function nameKey(name: string | null): string {
  return name === null ? highest : fold(name);
}

/** Of records that are archived or not: an index has the ones of a list in its order. */
export function archivedKey(isArchived: boolean): string {
  return isArchived ? '1' : '0';
}

/** The column that a `containing` filter looks in. */
export function searchKey<Rec>(record: Rec, filter: Filter<Rec>): string {
  if (filter.kind !== 'containing') throw new Error('only a `containing` filter has a search key');
  const texts = filter.texts(record);
  return fold(texts.filter((text) => text !== null).join('\n'));
}

/** The column value that `whereTagged` searches. */
export function tagsKey(tags: readonly string[]): string {
  return linesKey(tags.map(tagKey));
}

function linesKey(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

/** The column that the filter by values of custom fields looks in. */
export function valuesKey(values: CustomFieldValues): string {
  return linesKey(customFieldTerms(values).map(fold));
}
