// `npm run bench`: lists the benches; `npm run bench -- accept-message …` runs one with its arguments.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { binOf, ensureBuilt, ensureInstalled, root, run } from './workspace.mjs';

ensureInstalled();
const benches = findBenches();
const [name, ...rest] = process.argv.slice(2);
const file = benches.get(name);
if (!file) {
  console.log(`Benches: ${[...benches.keys()].join(', ')}\n\n  npm run bench -- <name>`);
  process.exit(name ? 1 : 0);
}
// What is measured is what is shipped.
ensureBuilt();
run(process.execPath, [binOf('tsx'), file, ...rest]);

/** Every `packages/<package>/bench/<name>.ts`; what the benches share lies in folders below. */
function findBenches() {
  const packages = readdirSync(join(root, 'packages'));
  const found = packages.flatMap((name) => {
    try {
      return readdirSync(join(root, 'packages', name, 'bench')).map((file) =>
        join('packages', name, 'bench', file),
      );
    } catch {
      return [];
    }
  });
  const scripts = found.filter((file) => file.endsWith('.ts'));
  return new Map(scripts.map((file) => [basename(file, '.ts'), file]));
}
