// Writes and reads the text of single cells of CSV files. Reading a written cell gives the original text.

/** Matches text that spreadsheet programs would run as a formula. */
const formula = /^'*[=+\-@\t\r]/;
const phoneLike = /^\+?\d+$/;
/** Matches text that `guardCell` has put an apostrophe before. */
const guarded = /^'+[=+\-@\t\r]/;

/**
 * Returns the text of a cell, changed so that no spreadsheet program runs it as a formula. Phone numbers stay
 * unchanged.
 */
export function guardCell(text: string): string {
  return formula.test(text) && !phoneLike.test(text) ? `'${text}` : text;
}

/** Returns the original text of a cell that `guardCell` wrote. */
export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

/** Returns the cells as one line of a CSV file, by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(text: string): string {
  const cell = guardCell(text);
  // `replaceAll` takes six times as long for a cell that has only quotes.
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.split('"').join('""')}"` : cell;
}

/** Returns several texts as one cell: `a;b`. A `;` or `\` in a text gets a `\` before it. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\\;]/g, String.raw`\$&`)).join(';');
}

/** The maximum number of texts that are read from a cell: more than any list of a new contact may have. */
const mostTexts = 1_000;

/** Returns the texts of a cell that `joinList` wrote, trimmed and without empty ones; at most the first 1,000. */
export function splitList(cell: string): string[] {
  const texts: string[] = [];
  for (const [part] of cell.matchAll(/(?:\\.|[^;\\]|\\$)+/gs)) {
    const text = (part.includes('\\') ? part.replaceAll(/\\(.)/gs, '$1') : part).trim();
    if (text !== '') texts.push(text);
    if (texts.length === mostTexts) break;
  }
  return texts;
}

export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** Matches the line with which a file for Excel names its delimiter. Excel shows the next line as row 1. */
const separatorLine = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/**
 * Returns the delimiter of a file, and the number of its characters before the header. A first line such as `sep=;` names
 * the delimiter. Without it, the delimiter is the most frequent one outside of quotes in the header; a comma if there is
 * none.
 */
export function readDelimiter(head: string): { delimiter: CsvDelimiter; headerAt: number } {
  const [line = '', named] = separatorLine.exec(head) ?? [];
  // The expression matches only delimiters.
  const delimiter = (named as CsvDelimiter | undefined) ?? sniffDelimiter(head);
  return { delimiter, headerAt: line.length };
}

function sniffDelimiter(head: string): CsvDelimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0;
  return csvDelimiters.reduce((most, one) => (count(one) > count(most) ? one : most));
}
