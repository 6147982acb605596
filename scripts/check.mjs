// `npm run check`: every gate, or those named: `npm run check -- lint types`.
import { checkCanaries } from './gates/canaries.mjs';
import { checkChaos } from './gates/chaos.mjs';
import { checkCompatibility } from './gates/compatibility.mjs';
import { checkDocs } from './gates/docs.mjs';
import { checkFresh } from './gates/fresh.mjs';
import { checkLint } from './gates/lint.mjs';
import { checkPublished } from './gates/published.mjs';
import { checkRules } from './gates/rules.mjs';
import { checkRuntimes } from './gates/runtimes.mjs';
import { checkSizes } from './gates/sizes.mjs';
import { checkTypes } from './gates/types.mjs';
import { checkUnused } from './gates/unused.mjs';
import { ensureInstalled } from './workspace.mjs';

const gates = {
  lint: checkLint,
  rules: checkRules,
  types: checkTypes,
  unused: checkUnused,
  fresh: checkFresh,
  docs: checkDocs,
  sizes: checkSizes,
  published: checkPublished,
  compatibility: checkCompatibility,
  chaos: checkChaos,
  canaries: checkCanaries,
};
/** They fetch much from the registry, and run when they are named. */
const named = { runtimes: checkRuntimes };

ensureInstalled();
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const all = { ...gates, ...named };
const unknown = wanted.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) {
  console.error(`No gate ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`);
  process.exit(2);
}

const failed = [];
for (const [name, check] of Object.entries(wanted.length > 0 ? all : gates)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedAt = performance.now();
  const good = await Promise.resolve()
    .then(check)
    .catch((error) => console.error(error));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!good) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
