import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const page = 'docs/sdk-comparison.md';

/** Puts the result of a run into its place in the page; the words around it stay. */
export function writeSection(name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
  writeFileSync(page, `${before.slice(0, from)}${begin}\n\n${text}\n\n${before.slice(to)}`);
  // The repository's formatter knows how wide a column is.
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  execFileSync(process.execPath, [biome, 'format', '--write', page], { stdio: 'ignore' });
  console.error(`Written: ${page}`);
}

/** When and where a run was. */
export function stamp(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `Run on ${day}, Node ${process.version}, ${process.platform} ${process.arch}.`;
}
