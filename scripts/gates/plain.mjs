// A short run of the bench of plain requests: fails when they are far slower than their goals, compared with
// hand-written servers on the same rows.
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { capture } from './processes.mjs';

export async function checkPlain() {
  const bench = [join(root, 'scripts/bench.mjs'), 'plain', 'short'];
  const { code, output } = await capture(process.execPath, bench);
  console.log(output);
  return code === 0;
}
