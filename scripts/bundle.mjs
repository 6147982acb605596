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
    packages: 'external',
    plugins: [
      { name: 'contract-source', setup: useContractSource },
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
