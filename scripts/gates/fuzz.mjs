// A short run of the fuzzer: `npm run fuzz` is the long one. It prints its seed.
import { runFuzz } from '../fuzz/run.mjs';

export async function checkFuzz() {
  return (await runFuzz(['--requests', '2000'])) === 0;
}
