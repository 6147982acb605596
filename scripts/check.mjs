// `npm run check`: runs every gate, or the named ones: `npm run check -- lint types`; `all` adds those that run only
// when named.
import { capture } from './gates/processes.mjs';
import { ensureBuilt, ensureInstalled } from './workspace.mjs';

// A gate is loaded when it runs: some import packages that a fresh clone installs first. In order of start: the longest
// first.
const gates = {
  build: async () => () => ensureBuilt() ?? true,
  types: async () => (await import('./gates/types.mjs')).checkTypes,
  published: async () => (await import('./gates/published.mjs')).checkPublished,
  canaries: async () => (await import('./gates/canaries.mjs')).checkCanaries,
  compatibility: async () => (await import('./gates/compatibility.mjs')).checkCompatibility,
  runtimes: async () => (await import('./gates/runtimes.mjs')).checkRuntimes,
  chaos: async () => (await import('./gates/chaos.mjs')).checkChaos,
  fuzz: async () => (await import('./gates/fuzz.mjs')).checkFuzz,
  plain: async () => (await import('./gates/short-benches.mjs')).checkPlain,
  drain: async () => (await import('./gates/short-benches.mjs')).checkDrain,
  fresh: async () => (await import('./gates/fresh.mjs')).checkFresh,
  lint: async () => (await import('./gates/lint.mjs')).checkLint,
  unused: async () => (await import('./gates/unused.mjs')).checkUnused,
  sizes: async () => (await import('./gates/sizes.mjs')).checkSizes,
  docs: async () => (await import('./gates/docs.mjs')).checkDocs,
  rules: async () => (await import('./gates/rules.mjs')).checkRules,
};
/** Runs only when it is named, because it downloads many packages. */
const named = ['runtimes'];
/** These gates read `dist`, which two processes must not build at the same time. */
const needBuild = ['published', 'compatibility', 'runtimes', 'sizes'];
/** More than two, the smallest number of cores, because some gates wait for the registry. */
const lanes = 3;

ensureInstalled();
const args = process.argv.slice(2);
const names = args.filter((name) => !name.startsWith('-'));
// Without `--alone`, a gate that needs the build would start itself again and again.
const wanted = args.includes('--alone') ? names : wantedGates(names);
if (wanted.length === 1) {
  if (!(await runHere(wanted[0]))) process.exitCode = 1;
} else {
  const failed = await runBesideEachOther(wanted);
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
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
  const isNeeded = (name) =>
    names.includes(name) || (name === 'build' && needBuild.some((one) => names.includes(one)));
  return all.filter(isNeeded);
}

async function runHere(name) {
  const startedAt = performance.now();
  const good = await Promise.resolve()
    .then(gates[name])
    .then((check) => check())
    .catch((error) => console.error(error));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return good;
}

/** Runs each gate in a separate process, and prints its output when it ends. */
async function runBesideEachOther(names) {
  const waiting = [...names];
  const failed = [];
  let building = Promise.resolve();
  let isBuilding = false;
  const run = async (name) => {
    const { code, output } = await capture(process.execPath, [
      import.meta.filename,
      '--alone',
      name,
    ]);
    process.stdout.write(output);
    if (code !== 0) failed.push(name);
  };
  const lane = async () => {
    while (waiting.length > 0) {
      const index = waiting.findIndex((name) => !isBuilding || !needBuild.includes(name));
      if (index < 0) {
        await building;
        continue;
      }
      const [name] = waiting.splice(index, 1);
      if (name !== 'build') {
        await run(name);
        continue;
      }
      isBuilding = true;
      building = run(name).finally(() => {
        isBuilding = false;
      });
      await building;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}
