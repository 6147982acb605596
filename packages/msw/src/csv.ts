import { contactImportLimits } from '@parley/contract';
import {
  type CsvDelimiter,
  checkFileHead,
  longRow,
  notUtf8,
  openQuote,
  readDelimiter,
  wrongFile,
  wrongQuote,
} from '@parley/domain';

interface CsvFile {
  readonly delimiter: CsvDelimiter;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the rows of a CSV file. Throws SVC-VALIDATION as the server does. */
export function parseCsv(bytes: Uint8Array): CsvFile {
  checkFileHead(bytes);
  const text = decoded(bytes);
  const { delimiter, headerAt } = readDelimiter(text);
  const [headers, ...rows] = rowsOf(text.slice(headerAt), delimiter);
  if (!headers) throw wrongFile('has no header row');
  return { delimiter, headers, rows };
}

/** Returns the bytes as text without a byte order mark. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

function rowsOf(text: string, delimiter: CsvDelimiter): string[][] {
  // Matches at every place. A cell after which neither a delimiter nor a line ends has a wrong quote. A cell with more
  // quotes than a row may have bytes is not read to its end: the expression would use up the stack.
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*){0,${contactImportLimits.rowLength + 1}})("?)|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r\\n?|\\n|)`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length || row.length > 0) {
    const [, quoted, closing, plain = '', end] = cell.exec(text) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === delimiter) continue;
    if (new TextEncoder().encode(row.join('')).length > contactImportLimits.rowLength) {
      throw longRow(rows.length + 1);
    }
    if (closing === '') throw openQuote(rows.length + 1);
    if (end === '' && cell.lastIndex < text.length) throw wrongQuote(rows.length + 1);
    rows.push(row);
    row = [];
  }
  return rows;
}
