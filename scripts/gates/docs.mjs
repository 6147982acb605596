import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, root, tryRun } from '../workspace.mjs';

/** Refuses paths and commands in the docs that do not exist, and generated pages that are out of date. */
export function checkDocs() {
  if (!existsSync(join(root, 'docs/check.ts'))) {
    console.error('docs/check.ts is missing');
    return false;
  }
  const args = [binOf('tsx'), '--conditions=parley:source', 'docs/check.ts'];
  return tryRun(process.execPath, args) === 0;
}
