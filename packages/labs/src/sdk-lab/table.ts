import { table } from '../markdown.ts';
import { anchors } from './anchors.ts';
import type { Cell } from './case.ts';
import { judgeGoals, outcomes } from './goals.ts';
import type { Installed } from './install.ts';
import type { Row } from './run.ts';

/** Returns the tables of a run as Markdown. */
export function tablesOf(rows: readonly Row[], installed: readonly Installed[]): string {
  const names = installed.map((sdk) => sdk.package);
  const groups = [...new Set(rows.map((row) => row.case.group))];
  const parts = groups.map((group) => {
    const mine = rows.filter((row) => row.case.group === group);
    const lines = mine.map((row) => [row.case.name, ...names.map((name) => cellText(row, name))]);
    return `### ${group}\n\n${table(['', ...names], lines)}`;
  });
  return [versionsTable(installed), scoreTable(rows, names), goalTable(rows), ...parts].join(
    '\n\n',
  );
}

function cellText(row: Row, name: string): string {
  return marked(row.cells.get(name) ?? { text: '', good: undefined });
}

function marked({ text, good }: Cell): string {
  if (good === undefined) return text;
  return `${good ? '✓' : '✗'} ${text}`;
}

function versionsTable(installed: readonly Installed[]): string {
  const lines = installed.map(({ package: name, version, wants }) => [
    name,
    version,
    wants ? `asks for Node ${wants}, and runs on ${process.version}` : '',
  ]);
  const there = new Set(installed.map((sdk) => sdk.package));
  const missing = anchors.filter((anchor) => !there.has(anchor.package));
  for (const { package: name, version } of missing) lines.push([name, version, 'not in this run']);
  return `### Versions\n\n${table(['Package', 'Version', ''], lines)}`;
}

function scoreTable(rows: readonly Row[], names: readonly string[]): string {
  const lines = names.map((name) => {
    const cells = rows.map((row) => row.cells.get(name)).filter((cell) => cell !== undefined);
    const right = cells.filter(({ good }) => good === true).length;
    const wrong = cells.filter(({ good }) => good === false).length;
    const { known, failures } = outcomes(rows, name);
    return [name, String(right), String(wrong), `${known} of ${failures}`];
  });
  const head = ['', '✓', '✗', 'Failures that say whether the request took effect'];
  return `### In short\n\n${table(head, lines)}`;
}

function goalTable(rows: readonly Row[]): string {
  const lines = judgeGoals(rows).map(({ name, holds, missed }) => [
    name,
    holds ? '✓' : `✗ ${missed.join('; ')}`,
  ]);
  return `### Goals of \`@parley/sdk\`\n\n${table(['', ''], lines)}`;
}
