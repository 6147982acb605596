import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { root, tryRun } from '../workspace.mjs';

/** Runs the kill harness on the database that is named, or on both; answers the first exit code that is not 0. */
export async function runChaos(args) {
  const script = join(await bundleChaos(), 'run.mjs');
  const databases = args.includes('--database')
    ? [[]]
    : [
        ['--database', 'sqlite'],
        ['--database', 'postgres'],
      ];
  const codes = databases.map((database) =>
    tryRun(process.execPath, ['--enable-source-maps', script, ...database, ...args]),
  );
  return codes.find((code) => code !== 0) ?? 0;
}

async function bundleChaos() {
  const server = join(root, 'packages/server');
  const outdir = join(server, 'node_modules/.cache/chaos');
  await bundle({
    entryPoints: {
      run: join(server, 'chaos/run.ts'),
      worker: join(server, 'chaos/worker.ts'),
      parley: join(server, 'src/cli/main.ts'),
    },
    outdir,
  });
  return outdir;
}
