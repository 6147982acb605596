import { spawnSync } from 'node:child_process';
import { binOf } from '../workspace.mjs';
import { plant, withCopyOfProject } from './copy.mjs';

const unusedFile = 'packages/sdk/src/canary-file.ts';

/**
 * Refuses unused files, exports and dependencies, and imports of undeclared dependencies. The gate is its own canary: it
 * adds an unused file to a copy of the project, and must find this and nothing else.
 */
export function checkUnused() {
  return withCopyOfProject((copy) => {
    plant(copy, unusedFile, 'export const nobodyImportsMe = 1;\n');
    const args = [binOf('knip'), '--no-progress', '--no-config-hints', '--reporter=json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (!stdout.startsWith('{')) throw new Error(`knip gave no report: ${stderr}${stdout}`);
    const found = JSON.parse(stdout).issues.flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, issues]) =>
        issues.flat().map(({ name }) => `${kind}: ${name} in ${file}`),
      ),
    );
    const expected = `files: ${unusedFile} in ${unusedFile}`;
    const problems = found.filter((line) => line !== expected);
    for (const line of problems) console.error(line);
    if (!found.includes(expected)) console.error('not refused: an unused file');
    return problems.length === 0 && found.includes(expected);
  });
}
