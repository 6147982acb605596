import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { pathsUnder, read, root } from '../docs/check/pages.ts';

// The size of a change: `npm run count -- <commit range>` prints its files and added lines, without those that `npm run
// build:docs` generates. `npm run count -- resource tags` prints the files of a resource and their lines.

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

/** The lines of a changeset that names four packages and has one sentence. */
const linesOfChangeset = 8;

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const [range, resource = ''] = process.argv.slice(2);
  if (!range) {
    console.error(
      'Usage: npm run count -- <commit range>, such as HEAD~1..HEAD, or: resource tags',
    );
    process.exit(1);
  }
  if (range === 'resource') printResource(resource);
  else printChange(range);
}

function printChange(range: string): void {
  const end = range.split('..').at(-1) || 'HEAD';
  const rows = git('diff', '--numstat', '--no-renames', range).trim().split('\n').filter(Boolean);
  const files = rows.map((row) => {
    const [added, removed, file = ''] = row.split('\t');
    return { file, added: Number(added) || 0, removed: Number(removed) || 0 };
  });
  const byHand = files.filter(({ file }) => !isGenerated(file, end));
  for (const { file, added, removed } of byHand) {
    console.log(`${String(added).padStart(6)} ${String(-removed).padStart(6)}  ${file}`);
  }
  const sum = (key: 'added' | 'removed') => byHand.reduce((total, row) => total + row[key], 0);
  console.log(
    `${byHand.length} files edited by hand, ${sum('added')} lines added, ${sum('removed')} removed; ` +
      `${files.length - byHand.length} files generated`,
  );
}

function printResource(name: string): void {
  const counted = filesOfResource(name);
  for (const { file, lines } of counted) console.log(`${String(lines).padStart(6)}  ${file}`);
  console.log(`${counted.length} files edited by hand, ${linesIn(counted)} lines`);
}

interface Counted {
  readonly file: string;
  readonly lines: number;
}

/**
 * Returns the files that belong to one resource only, with its tests on all targets, and the lines of each. Counts one
 * changeset.
 */
export function filesOfResource(name: string): Counted[] {
  const places = [
    `^packages/(contract|domain|conformance|msw)/src/${name}\\.(fixtures\\.)?ts$`,
    `^packages/server/src/${name}/(?!.*\\.test\\.ts$)`,
    `^packages/server/src/db/migrations/\\d+-(\\w+-)*${name}\\.ts$`,
    `^packages/sdk/methods/${name}\\.md$`,
  ].map((place) => new RegExp(place));
  const files = pathsUnder('packages').filter((path) => /\.\w+$/.test(path));
  const own = files.filter((file) => places.some((place) => place.test(file))).sort();
  // A release deletes the changesets.
  const changeset = { file: '.changeset/<name>.md', lines: linesOfChangeset };
  return [changeset, ...own.map((file) => ({ file, lines: linesOf(file) }))];
}

/** Returns the number of lines of a file. */
export function linesOf(file: string): number {
  return read(file).split('\n').length - 1;
}

/** Returns the number of lines of all these files. */
export function linesIn(counted: readonly Counted[]): number {
  return counted.reduce((sum, { lines }) => sum + lines, 0);
}

function isGenerated(file: string, end: string): boolean {
  if (/^pnpm-lock\.yaml$|openapi\.json$|\/generated\//.test(file)) return true;
  try {
    return git('show', `${end}:${file}`).slice(0, 400).includes('Do not edit');
  } catch {
    // The change deletes the file: a manual edit.
    return false;
  }
}
