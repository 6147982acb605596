import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root, tryRun } from './workspace.mjs';

/**
 * Runs `chaos`, `fuzz` or `soak` of packages/labs on the named database, or on both. Returns the first exit code that is
 * not 0, otherwise 0.
 */
export async function runLab(name, args) {
  const labs = join(root, 'packages/labs');
  // A separate folder: processes are started from it until the run ends, and two runs may overlap.
  const outdir = join(labs, 'node_modules/.cache', `${name}-${process.pid}`);
  await bundle({
    entryPoints: {
      run: join(labs, `src/${name}/run.ts`),
      worker: join(labs, 'src/chaos/worker.ts'),
      parley: join(root, 'packages/server/src/cli/main.ts'),
    },
    outdir,
  });
  cpSync(join(root, 'docs/reference/openapi.json'), join(outdir, 'openapi.json'));
  const script = ['--enable-source-maps', join(outdir, 'run.mjs')];
  const runs = args.includes('--database')
    ? [args]
    : ['sqlite', 'postgres'].map((database) => ['--database', database, ...args]);
  const codes = runs.map((run) => tryRun(process.execPath, [...script, ...run]));
  rmSync(outdir, { recursive: true, force: true });
  return codes.find((code) => code !== 0) ?? 0;
}
