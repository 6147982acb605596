import type { Dialect } from './driver.ts';

// Reads a row as one text. Both databases return one text faster than thirty columns. Equal texts mean equal rows, so
// the record of a known text can be reused (record-memo.ts).

export type Cell = string | number | null;

/** Returns the SQL of the text of a row, which `readRowText` parses. */
export function rowTextSql(dialect: Dialect, columns: readonly string[]): string {
  return dialect === 'sqlite'
    ? `json_array(${columns.join(', ')})`
    : `row(${columns.join(', ')})::text`;
}

/** Parses the text of a row to its cells, in the order of the columns. On Postgres, numbers are returned as text. */
export function readRowText(dialect: Dialect, text: string): Cell[] {
  // SQLite's json_array of columns that are text or numbers.
  if (dialect === 'sqlite') return JSON.parse(text) as Cell[];
  return readComposite(text);
}

// Example: `(a,"b ""c"" \\ d",,"")`. An empty cell without quotes is null.
const cell = /(?:"((?:[^"\\]|""|\\\\)*)"|([^,]*))(?:,|$)/gy;

function readComposite(text: string): Cell[] {
  const inner = text.slice(1, -1);
  const cells: Cell[] = [];
  cell.lastIndex = 0;
  do {
    const [all, quoted, plain] = cell.exec(inner) ?? [];
    if (all === undefined) throw new Error('this is not the text of a row');
    if (quoted !== undefined) cells.push(quoted.replaceAll(/""|\\\\/g, (pair) => pair.charAt(0)));
    else cells.push(plain === undefined || plain === '' ? null : plain);
    if (cell.lastIndex === inner.length && !all.endsWith(',')) break;
  } while (cell.lastIndex <= inner.length);
  return cells;
}
