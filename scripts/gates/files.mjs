import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

/** The files that are, or are about to be, committed. */
export function filesOfProject() {
  const list = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (list.status !== 0) throw new Error(`git ls-files: ${list.stderr || list.error?.message}`);
  return list.stdout.split('\0').filter((file) => file && existsSync(join(root, file)));
}
