// A short run of the kill harness: `npm run chaos` is the long one.
import { runChaos } from '../chaos/run.mjs';

const kills = 25;
/** Enough time for all kills, also while other gates run. */
const seconds = 60;

export async function checkChaos() {
  return (await runChaos(['--kills', `${kills}`, '--seconds', `${seconds}`])) === 0;
}
