// Libraries that also run in browsers and workers must not import modules of Node.
import { readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../workspace.mjs';

/**
 * Prints the imports that violate this, and returns whether there is none. An import whose name is built at run time
 * does not count: it is loaded on demand.
 */
export async function arePortable(libraries) {
  const found = await Promise.all(libraries.map((name) => builtinsIn(scriptsOf(name))));
  for (const line of found.flat()) console.error(line);
  return found.flat().length === 0;
}

/** Every import of a module of Node's own. */
export async function builtinsIn(files) {
  const { metafile } = await build({
    // By their places: index.js and index.cjs would be one output.
    entryPoints: files.map((file, index) => ({ in: file, out: String(index) })),
    outdir: 'not-written',
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ path, external }) => external && isBuiltin(path))
      .map(({ path }) => `${file} imports ${path}, which only Node has`),
  );
}

function scriptsOf(name) {
  const dist = join(root, 'packages', name, 'dist');
  const files = readdirSync(dist, { recursive: true }).filter((file) => /\.c?js$/.test(file));
  if (files.length === 0) throw new Error(`${name} is not built`);
  return files.map((file) => join(dist, file));
}
