/** A typed part of a text; every format is parsed into these. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Code and tables: splitting them makes them useless. */
  | { readonly kind: 'whole'; readonly text: string };

// All but tabs and line ends. \p{Cc} are the control characters.
const controls = /(?![\t\n])\p{Cc}/gu;
const loneSurrogates = /\p{Cs}/gu;

/** Removes characters that no database stores or no reader sees; line ends become \n. */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(loneSurrogates, '\ufffd')
    .replace(controls, '');
}

/** Paragraphs of a text without markup. */
export function blocksOfText(text: string): Block[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ kind: 'text', text: paragraph }));
}
