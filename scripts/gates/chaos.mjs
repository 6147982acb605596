// A short run of the kill harness: `npm run chaos` is the long one.
import { runLab } from '../run-lab.mjs';

const kills = 25;
/** Enough time for all kills, also while other gates run. */
const seconds = 60;

export async function checkChaos() {
  return (await runLab('chaos', ['--kills', `${kills}`, '--seconds', `${seconds}`])) === 0;
}
