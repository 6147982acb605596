import { fold } from '@parley/domain';

/** Whether any of the texts contains the search text; an empty search finds everything. */
export function containsText(texts: readonly (string | null)[], search: string): boolean {
  const wanted = fold(search.trim());
  return texts.some((text) => text !== null && fold(text).includes(wanted)) || wanted === '';
}

/** Whether any tag of the record is wanted, whatever its case. */
export function hasAnyTag(tags: readonly string[], wanted: readonly string[]): boolean {
  const folded = new Set(wanted.map((tag) => fold(tag)));
  return tags.some((tag) => folded.has(fold(tag)));
}
