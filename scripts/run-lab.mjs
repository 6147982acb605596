import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { withBundleOfLabs } from './bundle.mjs';
import { root, tryRun } from './workspace.mjs';

/**
 * Runs `chaos`, `fuzz` or `soak` of packages/labs on the named database, or on both. Returns the first exit code that is
 * not 0, otherwise 0.
 */
export async function runLab(name, args) {
  const entryPoints = {
    run: join(root, `packages/labs/src/${name}/run.ts`),
    worker: join(root, 'packages/labs/src/chaos/worker.ts'),
    parley: join(root, 'packages/server/src/cli/main.ts'),
  };
  return await withBundleOfLabs(name, { entryPoints }, (folder) => {
    cpSync(join(root, 'docs/reference/openapi.json'), join(folder, 'openapi.json'));
    const script = ['--enable-source-maps', join(folder, 'run.mjs')];
    const runs = args.includes('--database')
      ? [args]
      : ['sqlite', 'postgres'].map((database) => ['--database', database, ...args]);
    const codes = runs.map((run) => tryRun(process.execPath, [...script, ...run]));
    return codes.find((code) => code !== 0) ?? 0;
  });
}
