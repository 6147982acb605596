/** Returns the text without case, accents and compatibility forms, for sorting and searching. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '');
}

/** Returns the same key for tags that differ only in case and accents. It has no line break and is not empty. */
export function tagKey(tag: string): string {
  return fold(tag).replaceAll('\n', ' ') || tag;
}
