// Sort keys are NOT NULL: an empty value has one that comes last.

/** Below every time and every text. */
export const lowest = '';
/** Above every time. */
export const latest = '~';
const highest = '\u{10ffff}';

/** Compatibility forms, case and diacritics do not tell texts apart, in sorting nor in searching. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '');
}

export function nameKey(name: string | null): string {
  return name === null ? highest : fold(name);
}

/** What `whereTagged` looks in. */
export function tagsKey(tags: readonly string[]): string {
  return tags.length === 0 ? '' : `\n${tags.map(fold).join('\n')}\n`;
}

/** What `whereSpoken` looks in: every subtag of a BCP 47 tag has its end. */
export function languageKey(language: string): string {
  return `${language.toLowerCase()}-`;
}
