/** Returns the same key for texts that differ only in case. */
export function caselessKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Returns a key whose prefixes are the keys of wider languages: `pt-`, for `pt`, is a prefix of `pt-br-`. */
export function languageKey(language: string): string {
  return `${language.toLowerCase()}-`;
}
