// `npm run build:docs`: everything that is written from the contract. Each generator is a script of the
// package that it reads; they run in this order.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binOf, ensureInstalled, root, run } from './workspace.mjs';

const generators = [
  'scripts/generate/registries.ts',
  'packages/contract/scripts/openapi.ts',
  'packages/contract/scripts/reference.ts',
  'packages/sdk/scripts/generate.ts',
  'docs/fill-snippets.ts',
];

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  ensureInstalled();
  generate(root);
}

/** Runs the generators of the project in this folder; says how many there were. */
export function generate(folder, stdio = 'inherit') {
  const present = generators.filter((script) => existsSync(join(folder, script)));
  for (const script of present) {
    run(process.execPath, [binOf('tsx'), '--conditions=parley:source', script], {
      cwd: folder,
      stdio,
    });
  }
  return present.length;
}
