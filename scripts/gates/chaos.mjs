// A short run of the kill harness: `npm run chaos` is the long one.
import { runChaos } from '../chaos/run.mjs';

const kills = 25;
/** Enough for all of them, also beside other gates. */
const seconds = 60;

export async function checkChaos() {
  return (await runChaos(['--kills', `${kills}`, '--seconds', `${seconds}`])) === 0;
}
