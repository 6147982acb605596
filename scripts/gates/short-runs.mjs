// Short runs of labs and benches, on both databases. `npm run chaos` and `npm run fuzz` are the long ones.
import { join } from 'node:path';
import { runLab } from '../run-lab.mjs';
import { root } from '../workspace.mjs';
import { capture } from './processes.mjs';

/** Fails when killed processes lose an event. The time is enough for all kills, also while other gates run. */
export const checkChaos = () => passes('chaos', ['--kills', '25', '--seconds', '60']);

/** Fails when the OpenAPI document does not have a response. Prints its seed. */
export const checkFuzz = () => passes('fuzz', ['--requests', '2000']);

/** Fails when plain requests are far slower than their goals, compared with hand-written servers on the same rows. */
export const checkPlain = () => checkBench('plain');

/**
 * Fails when a channel hands more messages to its provider in a second than its limit, or when sending a message costs
 * many times as much as accepting it.
 */
export const checkDrain = () => checkBench('drain');

async function passes(lab, args) {
  return (await runLab(lab, args)) === 0;
}

async function checkBench(name) {
  const bench = [join(root, 'scripts/bench.mjs'), name, 'short'];
  const { code, output } = await capture(process.execPath, bench);
  console.log(output);
  return code === 0;
}
