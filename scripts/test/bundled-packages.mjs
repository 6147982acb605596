import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { readJson, root } from '../workspace.mjs';

const names = ['contract', 'domain', 'search', 'conformance', 'provider-simulator'];

/** Matches an import of a bundled package. Its group is the path of the file without its extension. */
export const bundledPackage = new RegExp(`^@parley/((?:${names.join('|')})(?:/.*)?)$`);

/**
 * Bundles the packages that other packages import by name. A worker then loads some files instead of a thousand, and
 * Node runs them as they are: a module that Vitest transforms reads each import through a getter. Returns the folder,
 * which is below `node_modules`, because Vitest transforms no files there.
 */
export async function bundlePackages() {
  const outdir = join(root, 'node_modules/.cache/parley', `tests-${process.pid}`);
  const doors = names.flatMap((name) =>
    Object.entries(readJson(`packages/${name}/package.json`).exports)
      .filter(([, door]) => door['parley:source'])
      .map(([path, door]) => [
        join(name, path),
        join(root, 'packages', name, door['parley:source']),
      ]),
  );
  // The Vitest that runs the tests: a package may have its own copy, which knows no snapshots of theirs.
  await bundle({
    entryPoints: Object.fromEntries(doors),
    outdir,
    external: ['vitest'],
    sourcemap: false,
  });
  return outdir;
}
