import { execFileSync } from 'node:child_process';

// The size of a change: `npm run count -- <commit range>` prints its files and added lines, without those that `npm run
// build:docs` generates.

const range = process.argv[2];
if (!range) {
  console.error('Usage: npm run count -- <commit range>, such as HEAD~1..HEAD');
  process.exit(1);
}
const end = range.split('..').at(-1) || 'HEAD';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

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

function isGenerated(file) {
  if (/^pnpm-lock\.yaml$|openapi\.json$|\/generated\//.test(file)) return true;
  try {
    return git('show', `${end}:${file}`).slice(0, 400).includes('Do not edit');
  } catch {
    // The change deletes the file: a manual edit.
    return false;
  }
}
