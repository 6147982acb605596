import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

type Line = readonly string[];

/** Returns a Markdown table. `alignment` is the row below the header. */
export function table(
  head: Line,
  lines: readonly Line[],
  alignment: Line = head.map(() => '---'),
): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [head, alignment, ...lines].map((line) => `| ${line.map(cell).join(' | ')} |`).join('\n');
}

/** Replaces the text between the two comments of this name in a page. Throws when the page has no such comments. */
export function writeSection(page: string, name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
  writeFileSync(page, `${before.slice(0, from)}${begin}\n\n${text}\n\n${before.slice(to)}`);
  // The repository's formatter aligns the columns.
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  execFileSync(process.execPath, [biome, 'format', '--write', page], { stdio: 'ignore' });
}
