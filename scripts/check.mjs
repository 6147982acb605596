// `npm run check`: every gate, or those named: `npm run check -- lint types`.
import { ensureInstalled } from './workspace.mjs';

// A gate is loaded when it runs: some import what a fresh clone has yet to install.
const gates = {
  lint: async () => (await import('./gates/lint.mjs')).checkLint,
  rules: async () => (await import('./gates/rules.mjs')).checkRules,
  types: async () => (await import('./gates/types.mjs')).checkTypes,
  unused: async () => (await import('./gates/unused.mjs')).checkUnused,
  fresh: async () => (await import('./gates/fresh.mjs')).checkFresh,
  docs: async () => (await import('./gates/docs.mjs')).checkDocs,
  sizes: async () => (await import('./gates/sizes.mjs')).checkSizes,
  published: async () => (await import('./gates/published.mjs')).checkPublished,
  compatibility: async () => (await import('./gates/compatibility.mjs')).checkCompatibility,
  chaos: async () => (await import('./gates/chaos.mjs')).checkChaos,
  canaries: async () => (await import('./gates/canaries.mjs')).checkCanaries,
};
/** They fetch much from the registry, and run when they are named. */
const named = { runtimes: async () => (await import('./gates/runtimes.mjs')).checkRuntimes };

ensureInstalled();
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const all = { ...gates, ...named };
const unknown = wanted.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) {
  console.error(`No gate ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`);
  process.exit(2);
}

const failed = [];
for (const [name, load] of Object.entries(wanted.length > 0 ? all : gates)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedAt = performance.now();
  const good = await Promise.resolve()
    .then(load)
    .then((check) => check())
    .catch((error) => console.error(error));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!good) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
