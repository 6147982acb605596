import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { root, tryRun } from '../workspace.mjs';

/** Runs the soak on the database that is named, or on both; answers the first exit code that is not 0. */
export async function runSoak(args) {
  const labs = join(root, 'packages/labs');
  const outdir = join(labs, 'node_modules/.cache', `soak-${process.pid}`);
  await bundle({
    entryPoints: {
      run: join(labs, 'src/soak/run.ts'),
      worker: join(labs, 'src/chaos/worker.ts'),
      parley: join(root, 'packages/server/src/cli/main.ts'),
    },
    outdir,
  });
  const databases = args.includes('--database') ? [[]] : ['sqlite', 'postgres'];
  const codes = databases.map((database) =>
    tryRun(process.execPath, [
      '--enable-source-maps',
      join(outdir, 'run.mjs'),
      ...(database.length > 0 ? ['--database', database] : []),
      ...args,
    ]),
  );
  rmSync(outdir, { recursive: true, force: true });
  return codes.find((code) => code !== 0) ?? 0;
}
