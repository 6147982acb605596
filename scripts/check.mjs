// `npm run check`: runs every gate, or the named ones: `npm run check -- lint types`; `all` adds those that run only
// when named.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inLanes } from './gates/lanes.mjs';
import { capture } from './gates/processes.mjs';
import { ensureBuilt, ensureInstalled } from './workspace.mjs';

// A gate is loaded when it runs: some import packages that a fresh clone installs first. In order of start: the longest
// first.
const gates = {
  build: async () => () => ensureBuilt() ?? true,
  tools: async () => (await import('./gates/tools.mjs')).installTools,
  pack: async () => (await import('./gates/tools.mjs')).pack,
  types: async () => (await import('./gates/types.mjs')).checkTypes,
  published: async () => (await import('./gates/published.mjs')).checkPublished,
  canaries: async () => (await import('./gates/canaries.mjs')).checkCanaries,
  drain: async () => (await import('./gates/short-runs.mjs')).checkDrain,
  compatibility: async () => (await import('./gates/compatibility.mjs')).checkCompatibility,
  runtimes: async () => (await import('./gates/runtimes.mjs')).checkRuntimes,
  chaos: async () => (await import('./gates/short-runs.mjs')).checkChaos,
  fuzz: async () => (await import('./gates/short-runs.mjs')).checkFuzz,
  plain: async () => (await import('./gates/short-runs.mjs')).checkPlain,
  fresh: async () => (await import('./gates/fresh.mjs')).checkFresh,
  lint: async () => (await import('./gates/lint.mjs')).checkLint,
  unused: async () => (await import('./gates/unused.mjs')).checkUnused,
  sizes: async () => (await import('./gates/sizes.mjs')).checkSizes,
  docs: async () => (await import('./gates/docs.mjs')).checkDocs,
  rules: async () => (await import('./gates/rules.mjs')).checkRules,
};
/** Runs only when it is named, because it downloads many packages. */
const named = ['runtimes'];
/** The steps that must end before a gate starts. Two processes must not build, install or pack the same at the same time. */
const needs = {
  pack: ['build'],
  published: ['pack', 'tools'],
  compatibility: ['pack', 'tools'],
  runtimes: ['pack', 'tools'],
  sizes: ['build'],
};
/** Twice the smallest number of cores: gates wait for the registry, for processes and for limits of time. */
const lanes = 4;

ensureInstalled();
const args = process.argv.slice(2);
const [flag, ownName, ownFolder] = args;
if (flag === '--alone') {
  if (!(await runHere(ownName, ownFolder))) process.exitCode = 1;
} else {
  const wanted = wantedGates(args);
  // The gates of this run share a folder.
  const folder = mkdtempSync(join(tmpdir(), 'parley-gates-'));
  const failed = await runAll(wanted, folder);
  rmSync(folder, { recursive: true, force: true });
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
}

async function runAll(names, folder) {
  if (names.length > 1) return await runBesideEachOther(names, folder);
  return (await runHere(names[0], folder)) ? [] : names;
}

function wantedGates(names) {
  const all = Object.keys(gates);
  const unknown = names.filter((name) => name !== 'all' && !all.includes(name));
  if (unknown.length > 0) {
    console.error(`No gate ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
    process.exit(2);
  }
  if (names.includes('all')) return all;
  if (names.length === 0) return all.filter((name) => !named.includes(name));
  const wanted = new Set(names);
  // A gate that is added is visited, too.
  for (const name of wanted) for (const needed of needs[name] ?? []) wanted.add(needed);
  return all.filter((name) => wanted.has(name));
}

async function runHere(name, folder) {
  const startedAt = performance.now();
  const good = await Promise.resolve()
    .then(gates[name])
    .then((check) => check(folder))
    .catch((error) => console.error(error));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return good;
}

/** Runs each gate in a separate process, and prints its output when it ends. */
async function runBesideEachOther(names, folder) {
  return await inLanes(names, { lanes, needs }, async (name) => {
    const args = [import.meta.filename, '--alone', name, folder];
    const { code, output } = await capture(process.execPath, args);
    process.stdout.write(output);
    return code === 0;
  });
}
