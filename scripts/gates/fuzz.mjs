// A short run of the fuzzer: `npm run fuzz` is the long one. It prints its seed.
import { runLab } from '../run-lab.mjs';

export async function checkFuzz() {
  return (await runLab('fuzz', ['--requests', '2000'])) === 0;
}
