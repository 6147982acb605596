// `npm run bench`: lists the benches; `npm run bench -- accept …` runs one with its arguments.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, readJson, root, run } from './workspace.mjs';

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
const folder = await bundle(bench.package);
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

/** As the build does it: what tsx adds to keep the names of functions would be measured too. */
async function bundle(name) {
  const { build } = await import('esbuild');
  const outdir = join(root, 'packages', name, 'node_modules/.cache/bench');
  await build({
    entryPoints: sourcesIn(name).map((file) => join(benchFolder(name), file)),
    outbase: benchFolder(name),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [
      { name: 'contract-source', setup: useContractSource },
      { name: 'keep-places', setup: keepPlaces },
    ],
    sourcemap: true,
    logLevel: 'warning',
  });
  return outdir;
}

/** The contract is bundled as it is, with what it stands on: benches need no build of it. */
function useContractSource({ onResolve }) {
  const { resolve } = createRequire(join(root, 'packages/contract/package.json'));
  onResolve({ filter: /^@ts-rest\/core$/ }, ({ path }) => ({ path: resolve(path) }));
  const { exports } = readJson('packages/contract/package.json');
  onResolve({ filter: /^@parley\/contract(\/|$)/ }, ({ path }) => {
    const door = exports[path.replace('@parley/contract', '.')];
    return { path: join(root, 'packages/contract', door['parley:source']) };
  });
}

/** What lies beside a script is still found from the bundle. */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /start-postgres\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replaceAll(
      'import.meta.url',
      JSON.stringify(pathToFileURL(path)),
    ),
    loader: 'ts',
  }));
}
