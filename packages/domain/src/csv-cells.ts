// The text of single cells of CSV files, on the way out and in. Both ways together change nothing.

/** Spreadsheets run text that begins like this as a formula. */
const formula = /^'*[=+\-@\t\r]/;
const phoneLike = /^\+?\d+$/;
/** As `formula`, guarded. */
const guarded = /^'+[=+\-@\t\r]/;

/** The text of a cell, which no spreadsheet runs as a formula. Phone numbers stay as they are. */
export function guardCell(text: string): string {
  return formula.test(text) && !phoneLike.test(text) ? `'${text}` : text;
}

/** The text that `guardCell` was given. */
export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

/** A line of a file, by RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(text: string): string {
  const cell = guardCell(text);
  // `replaceAll` takes six times as long for a cell of quotes.
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.split('"').join('""')}"` : cell;
}

/** Several texts in one cell: `a;b`. */
export function joinList(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\\;]/g, String.raw`\$&`)).join(';');
}

/** More than any list of a contact may have. */
const mostTexts = 1_000;

/** The texts that `joinList` was given, trimmed and without empty ones; the first 1,000 if they are more. */
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

/** The delimiter of a file, by its first line: the most frequent one outside of quotes, a comma if there is none. */
export function sniffDelimiter(head: string): CsvDelimiter {
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
