import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readJson, root } from './workspace.mjs';

/**
 * Bundles scripts as the build does it: what tsx adds to keep the names of functions would be measured too, and
 * a bundle starts several times faster. `options` are esbuild's `entryPoints` and `outdir`, and what else is needed.
 */
export async function bundle(options) {
  const { build } = await import('esbuild');
  await build({
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [
      { name: 'contract-source', setup: useContractSource },
      { name: 'private-sources', setup: usePrivateSources },
      { name: 'packages-outside', setup: leavePackages },
      { name: 'keep-places', setup: keepPlaces },
    ],
    sourcemap: true,
    logLevel: 'warning',
    ...options,
  });
}

/** The contract is bundled as it is, with what it stands on: no build of it is needed. */
function useContractSource({ onResolve }) {
  const { resolve } = createRequire(join(root, 'packages/contract/package.json'));
  onResolve({ filter: /^(@ts-rest\/core|ipaddr\.js)$/ }, ({ path }) => ({ path: resolve(path) }));
  useSource('contract', onResolve);
}

/** So are the packages that are never built; the search with its libraries, which not everybody has. */
function usePrivateSources({ onResolve }) {
  for (const name of ['search', 'domain', 'conformance']) useSource(name, onResolve);
}

/** All other packages are found from where the bundle is. */
function leavePackages({ onResolve }) {
  const search = join(root, 'packages/search/src');
  // Of what is bundled of others, only the contract's needs something besides.
  const isLibrary = /[\\/]node_modules[\\/](?!@ts-rest[\\/])(?!.*[\\/]node_modules[\\/])/;
  onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
    if (kind === 'entry-point' || importer.startsWith(search)) return undefined;
    return isLibrary.test(importer) ? undefined : { path, external: true };
  });
}

function useSource(name, onResolve) {
  const { exports } = readJson(`packages/${name}/package.json`);
  onResolve({ filter: new RegExp(`^@parley/${name}(/|$)`) }, ({ path }) => {
    const door = exports[path.replace(`@parley/${name}`, '.')];
    return { path: join(root, 'packages', name, door['parley:source']) };
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
