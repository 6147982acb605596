import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { withBundleOfLabs } from './bundle.mjs';
import { bundleCommand, entryName } from './bundle-command.mjs';
import { root, tryRun } from './workspace.mjs';

/** The labs that start the command, and kill it. */
const killing = ['chaos', 'soak'];

/**
 * Runs `chaos`, `fuzz` or `soak` of packages/labs on the named database, or on both. Returns the first exit code that is
 * not 0, otherwise 0.
 */
export async function runLab(name, args) {
  const entryPoints = { run: join(root, `packages/labs/src/${name}/run.ts`) };
  return await withBundleOfLabs(name, { entryPoints }, async (folder) => {
    if (killing.includes(name)) await bundleKilledCommand(folder);
    cpSync(join(root, 'docs/reference/openapi.json'), join(folder, 'openapi.json'));
    const script = ['--enable-source-maps', join(folder, 'run.mjs')];
    const runs = args.includes('--database')
      ? [args]
      : ['sqlite', 'postgres'].map((database) => ['--database', database, ...args]);
    const codes = runs.map((run) => tryRun(process.execPath, [...script, ...run]));
    return codes.find((code) => code !== 0) ?? 0;
  });
}

/** A killed process stores no compiled code, so another one does before the run. */
async function bundleKilledCommand(folder) {
  const source = join(root, 'packages/labs/src/chaos/command.ts');
  // Node reads no map of such a bundle. The lab reads it when it prints the stacks of errors.
  await bundleCommand(folder, { source, sourcemap: 'external' });
  execFileSync(process.execPath, [join(folder, entryName), '--version']);
}
