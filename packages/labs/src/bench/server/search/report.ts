import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { printTable, type Row } from '../harness/print.ts';

const page = 'docs/knowledge-ranking.md';

/** Prints a table, and puts it into its place in the page when it is of the public collections. */
export function report(name: string, rows: readonly Row[]): void {
  printTable(rows);
  if (!process.env['PARLEY_TEST_DATA']) return;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
  const table = markdown(rows.map(withoutTimes));
  writeFileSync(page, `${before.slice(0, from)}${begin}\n\n${table}\n\n${before.slice(to)}`);
  // The repository's formatter knows how wide a column is.
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  execFileSync(process.execPath, [biome, 'format', '--write', page], { stdio: 'ignore' });
}

/** How long a search took on a machine that did other things as well says little. */
function withoutTimes(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith(' ms')));
}

function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = columns.map((_, place) => (place === 0 ? '---' : '--:'));
  return [
    line(columns),
    line(rule),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}
