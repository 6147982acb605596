import { table, writeSection } from '../../../markdown.ts';
import { printTable, type Row } from '../harness/print.ts';

const page = 'docs/knowledge-ranking.md';

/** Prints a table. If it is of the public collections, also writes it to its section of the page. */
export function report(name: string, rows: readonly Row[]): void {
  printTable(rows);
  if (!process.env['PARLEY_TEST_DATA']) return;
  writeSection(page, name, markdown(rows.map(withoutTimes)));
}

/** Removes the times, which mean little on a machine that does other work. */
function withoutTimes(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith(' ms')));
}

/** Returns a Markdown table with names on the left and numbers on the right. */
function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  return table(
    columns,
    lines,
    columns.map((_, place) => (place === 0 ? '---' : '--:')),
  );
}
