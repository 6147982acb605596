// `npm run chaos`: kills servers, workers and Postgres while clients write and webhooks are delivered, and then checks
// that nothing is lost. `--database`, `--kills`, `--seconds` and `--seed` narrow it; `--mutants` checks that the
// harness detects four ways to lose events, or the named ones.
import { findUnnoticed } from './chaos/mutants.mjs';
import { runLab } from './run-lab.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
const args = process.argv.slice(2);
if (args[0] === '--mutants') {
  const unnoticed = await findUnnoticed(args.slice(1));
  if (unnoticed.length > 0) console.error(`\nNobody noticed: ${unnoticed.join(', ')}`);
  process.exitCode = unnoticed.length > 0 ? 1 : 0;
} else {
  process.exitCode = await runLab('chaos', args);
}
