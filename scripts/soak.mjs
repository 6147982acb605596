// `npm run soak`: sends and receives messages through simulated providers that fail, while processes are killed, and checks
// the state of every message. `--database`, `--messages`, `--kills` and `--seed` narrow it.
import { runSoak } from './soak/run.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
process.exitCode = await runSoak(process.argv.slice(2));
