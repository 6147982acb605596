/** Folds a text for sorting and searching: compatibility forms, case and diacritics make no difference. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '');
}

/** The form of a text by which texts are compared whatever their case. */
export function caselessKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The form of a BCP 47 tag whose prefixes are its wider languages: `pt-` is a prefix of `pt-br-`. */
export function languageKey(language: string): string {
  return `${language.toLowerCase()}-`;
}

/**
 * Returns the form of a tag by which tags are compared: case and accents make no difference. It has no line break and is
 * not empty.
 */
export function tagKey(tag: string): string {
  return fold(tag).replaceAll('\n', ' ') || tag;
}
