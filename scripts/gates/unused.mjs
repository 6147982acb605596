import { spawnSync } from 'node:child_process';
import { binOf, root } from '../workspace.mjs';

/** Refuses unused files, exports and dependencies, and imports of undeclared dependencies. */
export function checkUnused() {
  return knip(root, { stdio: 'inherit' }).status === 0;
}

export function unusedIn(folder) {
  const { status, stdout, stderr } = knip(folder, { encoding: 'utf8' });
  return { status, report: `${stdout}${stderr}` };
}

function knip(folder, options) {
  const args = [binOf('knip'), '--no-progress', '--no-config-hints'];
  return spawnSync(process.execPath, args, { cwd: folder, ...options });
}
