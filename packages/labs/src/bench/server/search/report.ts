import { table, writeSection } from '../../../markdown.ts';
import { printTable, type Row } from '../harness/print.ts';

const page = 'docs/knowledge-ranking.md';

/** Prints a table, and puts it into its place in the page when it is of the public collections. */
export function report(name: string, rows: readonly Row[]): void {
  printTable(rows);
  if (!process.env['PARLEY_TEST_DATA']) return;
  writeSection(page, name, markdown(rows.map(withoutTimes)));
}

/** How long a search took on a machine that did other things as well says little. */
function withoutTimes(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith(' ms')));
}

/** Names to the left, figures to the right. */
function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => String(row[column] ?? '')));
  return table(
    columns,
    lines,
    columns.map((_, place) => (place === 0 ? '---' : '--:')),
  );
}
