import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { root, tryRun } from '../workspace.mjs';

/** Runs the fuzzer on the named database, or on both. Returns the first exit code that is not 0, otherwise 0. */
export async function runFuzz(args) {
  const labs = join(root, 'packages/labs');
  const outdir = join(labs, 'node_modules/.cache', `fuzz-${process.pid}`);
  await bundle({ entryPoints: { run: join(labs, 'src/fuzz/run.ts') }, outdir });
  cpSync(join(root, 'docs/reference/openapi.json'), join(outdir, 'openapi.json'));
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
