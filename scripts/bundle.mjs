import { readFileSync, rmSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandCache } from './bundle-command.mjs';
import { readJson, root } from './workspace.mjs';

/** Marks a question to esbuild's own resolver. */
const asNodeDoes = Symbol('as Node does');

/**
 * Bundles scripts as the build does. tsx adds code that keeps the names of functions, which the benches would measure
 * too, and a bundle starts several times faster. `options` are esbuild's `entryPoints` and `outdir`, and what else is
 * needed.
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
    // Node's own conditions: without a list esbuild adds `module`, which Node does not know.
    conditions: [],
    plugins: [
      { name: 'contract-source', setup: useContractSource },
      { name: 'workspace-sources', setup: useWorkspaceSources },
      { name: 'packages-outside', setup: leavePackages },
      { name: 'keep-places', setup: keepPlaces },
    ],
    sourcemap: true,
    logLevel: 'warning',
    ...options,
  });
}

/**
 * Bundles scripts of packages/labs, and calls a function with the folder of the bundle. Removes the folder afterwards. Each
 * run has a separate one: two runs may overlap, and the gates run some scripts with changed sources.
 */
export async function withBundleOfLabs(name, options, work) {
  const outdir = join(commandCache, `${name}-${process.pid}`);
  await bundle({ ...options, outdir });
  try {
    return await work(outdir);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The contract is bundled from source with its dependencies: no build of it is needed. */
function useContractSource({ onResolve }) {
  const { resolve } = createRequire(join(root, 'packages/contract/package.json'));
  onResolve({ filter: /^ipaddr\.js$/ }, ({ path }) => ({ path: resolve(path) }));
  useSource('contract', onResolve);
}

/** The mocks and the packages that are never built are bundled too; the search brings its libraries with it. */
function useWorkspaceSources({ onResolve }) {
  for (const name of ['domain', 'search', 'conformance', 'msw', 'provider-simulator'])
    useSource(name, onResolve);
}

/** All other packages are loaded from where the importing file finds them: a bundle has sources of several packages. */
function leavePackages({ onResolve, resolve }) {
  const search = join(root, 'packages/search/src');
  // Of the bundled packages, only the contract has dependencies.
  const isLibrary = /[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])/;
  onResolve({ filter: /^[^./]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === asNodeDoes) return undefined;
    if (importer.startsWith(search) || isLibrary.test(importer)) return undefined;
    if (isBuiltin(path)) return { path, external: true };
    const found = await resolve(path, { importer, kind, resolveDir, pluginData: asNodeDoes });
    if (found.errors.length > 0) return { errors: found.errors };
    return { path: pathToFileURL(found.path).href, external: true };
  });
}

function useSource(name, onResolve) {
  const { exports } = readJson(`packages/${name}/package.json`);
  onResolve({ filter: new RegExp(`^@parley/${name}(/|$)`) }, ({ path }) => {
    const door = exports[path.replace(`@parley/${name}`, '.')];
    return { path: join(root, 'packages', name, door['parley:source']) };
  });
}

/** A source finds its neighbours and packages from its own place, not from the bundle's. */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replaceAll(
      'import.meta.url',
      JSON.stringify(pathToFileURL(path)),
    ),
    loader: 'ts',
  }));
}
