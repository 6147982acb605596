import { binOf, tryRun } from '../workspace.mjs';

/** Refuses paths and commands in the docs that do not exist, and generated pages that are out of date. */
export function checkDocs() {
  const args = [binOf('tsx'), '--conditions=parley:source', 'docs/check.ts'];
  return tryRun(process.execPath, args) === 0;
}
