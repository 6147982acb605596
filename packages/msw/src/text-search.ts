/** Compatibility forms, case and diacritics do not tell texts apart, in sorting nor in searching. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '');
}

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
