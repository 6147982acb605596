// `npm run bench`: lists the benches; `npm run bench -- accept …` runs one with its arguments.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundle } from './bundle.mjs';
import { ensureBuilt, ensureInstalled, root, run } from './workspace.mjs';

ensureInstalled();
const benches = findBenches();
const [name, ...rest] = process.argv.slice(2);
const bench = benches.get(name);
if (!bench) {
  console.log(`Benches: ${[...benches.keys()].join(', ')}\n\n  npm run bench -- <name>`);
  process.exit(name ? 1 : 0);
}
// The SDK is measured as it is shipped: its size, and what importing it costs.
if (bench.package === 'sdk') ensureBuilt(['contract', 'sdk']);
const folder = await bundleBenches(bench.package);
run(process.execPath, ['--enable-source-maps', join(folder, `${name}.mjs`), ...rest]);

/** Every `packages/<package>/bench/<name>.ts`; what the benches share lies in folders below. */
function findBenches() {
  const packages = readdirSync(join(root, 'packages'));
  const found = packages.flatMap((name) =>
    sourcesIn(name)
      .filter((file) => dirname(file) === '.')
      .map((file) => [basename(file, '.ts'), { package: name }]),
  );
  return new Map(found);
}

function sourcesIn(name) {
  try {
    const files = readdirSync(benchFolder(name), { recursive: true });
    return files.filter((file) => file.endsWith('.ts'));
  } catch {
    return [];
  }
}

function benchFolder(name) {
  return join(root, 'packages', name, 'bench');
}

async function bundleBenches(name) {
  const outdir = join(root, 'packages', name, 'node_modules/.cache/bench');
  await bundle({
    entryPoints: sourcesIn(name).map((file) => join(benchFolder(name), file)),
    outbase: benchFolder(name),
    outdir,
  });
  return outdir;
}
