// `npm run fuzz`: sends valid, nearly valid and invalid requests to every endpoint on both databases, and checks that
// the OpenAPI document lists every response. `--database`, `--requests` and `--seed` narrow it.
import { runLab } from './run-lab.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
process.exitCode = await runLab('fuzz', process.argv.slice(2));
