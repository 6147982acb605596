/** A part of a text. The parser of every format returns such parts. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Code or a table, which is not split because its parts are useless. */
  | { readonly kind: 'whole'; readonly text: string };

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
