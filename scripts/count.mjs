import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// The size of a change: `npm run count -- <commit range>` prints its files and added lines, without those that `npm run
// build:docs` generates. `npm run count -- resource tags` prints the files of a resource and their lines.

const [range, resource] = process.argv.slice(2);
if (!range) {
  console.error('Usage: npm run count -- <commit range>, such as HEAD~1..HEAD, or: resource tags');
  process.exit(1);
}
const end = range.split('..').at(-1) || 'HEAD';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
if (range === 'resource') {
  countResource(resource);
  process.exit(0);
}

const rows = git('diff', '--numstat', '--no-renames', range).trim().split('\n').filter(Boolean);
const files = rows.map((row) => {
  const [added, removed, file] = row.split('\t');
  return { file, added: Number(added) || 0, removed: Number(removed) || 0 };
});
const byHand = files.filter(({ file }) => !isGenerated(file));
for (const { file, added, removed } of byHand) {
  console.log(`${String(added).padStart(6)} ${String(-removed).padStart(6)}  ${file}`);
}
const sum = (key) => byHand.reduce((total, row) => total + row[key], 0);
console.log(
  `${byHand.length} files edited by hand, ${sum('added')} lines added, ${sum('removed')} removed; ` +
    `${files.length - byHand.length} files generated`,
);

/** Prints the files that belong to one resource only, with its tests on all targets. */
function countResource(name) {
  const places = [
    `^packages/(contract|domain|conformance|msw)/src/${name}\\.(fixtures\\.)?ts$`,
    `^packages/server/src/${name}/(?!.*\\.test\\.ts$)`,
    `^packages/server/src/db/migrations/\\d+-(\\w+-)*${name}\\.ts$`,
    `^packages/sdk/src/resources/${name}\\.ts$`,
    `^\\.changeset/${name}\\.md$`,
  ].map((place) => new RegExp(place));
  const files = git('ls-files').split('\n');
  const own = files.filter((file) => places.some((place) => place.test(file)));
  const counted = own.map((file) => [readFileSync(file, 'utf8').split('\n').length - 1, file]);
  for (const [lines, file] of counted) console.log(`${String(lines).padStart(6)}  ${file}`);
  const total = counted.reduce((sum, [lines]) => sum + lines, 0);
  console.log(`${own.length} files edited by hand, ${total} lines`);
}

function isGenerated(file) {
  if (/^pnpm-lock\.yaml$|openapi\.json$|\/generated\//.test(file)) return true;
  try {
    return git('show', `${end}:${file}`).slice(0, 400).includes('Do not edit');
  } catch {
    // The change deletes the file: a manual edit.
    return false;
  }
}
