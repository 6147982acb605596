import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { root, tryRun } from '../workspace.mjs';

/** Runs the kill harness on the named database, or on both. Returns the first exit code that is not 0, otherwise 0. */
export async function runChaos(args) {
  const folder = await bundleChaos();
  const script = join(folder, 'run.mjs');
  const databases = args.includes('--database')
    ? [[]]
    : [
        ['--database', 'sqlite'],
        ['--database', 'postgres'],
      ];
  const codes = databases.map((database) =>
    tryRun(process.execPath, ['--enable-source-maps', script, ...database, ...args]),
  );
  rmSync(folder, { recursive: true, force: true });
  return codes.find((code) => code !== 0) ?? 0;
}

/** Into a separate folder: processes are started from it until the run ends, and two runs may overlap. */
async function bundleChaos() {
  const labs = join(root, 'packages/labs');
  const outdir = join(labs, 'node_modules/.cache', `chaos-${process.pid}`);
  await bundle({
    entryPoints: {
      run: join(labs, 'src/chaos/run.ts'),
      worker: join(labs, 'src/chaos/worker.ts'),
      parley: join(root, 'packages/server/src/cli/main.ts'),
    },
    outdir,
  });
  return outdir;
}
