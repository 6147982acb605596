/** A part of a text. The parser of every format returns such parts. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Code, or other text whose lines belong together. */
  | { readonly kind: 'whole'; readonly text: string }
  /** A table with a line for each row. `header` is its first lines if they name the columns. */
  | { readonly kind: 'table'; readonly text: string; readonly header: string | null };

// Matches all control characters (\p{Cc}) but tabs and line ends.
const controls = /(?![\t\n])\p{Cc}/gu;
const loneSurrogates = /\p{Cs}/gu;

/** Removes characters that no database can store or that are invisible. Changes line ends to \n. */
export function cleanText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(loneSurrogates, '\ufffd')
    .replace(controls, '');
}

/** Returns the paragraphs of a plain text. */
export function blocksOfText(text: string): Block[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ kind: 'text', text: paragraph }));
}

/** Returns the first lines of a text. */
export function firstLinesOf(text: string, count: number): string {
  return text.split('\n', count).join('\n');
}
