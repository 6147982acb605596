// `npm run bench`: lists the benches; `npm run bench -- accept …` runs one with its arguments.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withBundleOfLabs } from './bundle.mjs';
import { ensureBuilt, ensureInstalled, root, tryRun } from './workspace.mjs';

const labs = join(root, 'packages/labs');

ensureInstalled();
const benches = findBenches();
const [name, ...rest] = process.argv.slice(2);
const subject = benches.get(name);
if (!subject) {
  console.log(`Benches: ${[...benches.keys()].join(', ')}\n\n  npm run bench -- <name>`);
  process.exit(name ? 1 : 0);
}
// Measures the SDK as shipped: its size and import time.
if (subject === 'sdk') ensureBuilt(['contract', 'sdk']);
// Every file becomes a script: some benches start others as processes.
const entryPoints = sourcesOf(subject).map((file) => join(folderOf(subject), file));
process.exitCode = await withBundleOfLabs(
  'bench',
  { entryPoints, outbase: folderOf(subject) },
  (folder) =>
    tryRun(process.execPath, ['--enable-source-maps', join(folder, `${name}.mjs`), ...rest]),
);

/** The subject of every bench, by name: `src/bench/<subject>/<name>.ts`. Folders below hold their parts. */
function findBenches() {
  const found = readdirSync(join(labs, 'src/bench')).flatMap((subject) =>
    sourcesOf(subject)
      .filter((file) => dirname(file) === '.')
      .map((file) => [basename(file, '.ts'), subject]),
  );
  return new Map(found);
}

function sourcesOf(subject) {
  const files = readdirSync(folderOf(subject), { recursive: true });
  return files.filter((file) => file.endsWith('.ts'));
}

function folderOf(subject) {
  return join(labs, 'src/bench', subject);
}
