// `npm run fuzz`: sends requests that the OpenAPI document allows, nearly allows or does not allow, to every endpoint on
// both databases, and looks whether every answer is one that the document has. `--database`, `--requests` and `--seed`
// narrow it.
import { runFuzz } from './fuzz/run.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
process.exitCode = await runFuzz(process.argv.slice(2));
