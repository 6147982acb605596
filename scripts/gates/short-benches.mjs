// Short runs of benches, on both databases.
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { capture } from './processes.mjs';

/** Fails when plain requests are far slower than their goals, compared with hand-written servers on the same rows. */
export const checkPlain = () => checkBench('plain');

/**
 * Fails when a channel hands more messages to its provider in a second than its limit, or when sending a message costs
 * many times as much as accepting it.
 */
export const checkDrain = () => checkBench('drain');

async function checkBench(name) {
  const bench = [join(root, 'scripts/bench.mjs'), name, 'short'];
  const { code, output } = await capture(process.execPath, bench);
  console.log(output);
  return code === 0;
}
