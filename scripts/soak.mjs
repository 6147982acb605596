// `npm run soak`: sends and receives messages through simulated providers that fail, while processes are killed, and checks
// the state of every message. `--database`, `--messages`, `--kills` and `--seed` narrow it.
import { runLab } from './run-lab.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
process.exitCode = await runLab('soak', process.argv.slice(2));
