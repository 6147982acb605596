// `npm run matrix`: the packed SDK and mocks with the package managers, compilers, test runners and runtimes that users have.
// It takes minutes and fetches hundreds of megabytes, so no other command runs it; `published`, `runtimes` and
// `compatibility` are the part of it that runs with every change.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../workspace.mjs';
import { compile, compilerAliases, isPossible, modes, placeConsumers } from './compilers.mjs';
import { managersIn, programOf, tools } from './matrix/managers.mjs';
import { runnerPackages, runnersIn } from './matrix/runners.mjs';
import { samplePackages, samplesIn } from './matrix/samples.mjs';
import { inPairs, installIn, judge, runs } from './processes.mjs';
import { placeRunnerTests } from './runner-tests.mjs';
import { nodeAliases, nodeOf } from './runtimes/programs.mjs';
import { checkRuntimes } from './runtimes.mjs';
import { catalogVersion, installTools, nodes, pack, tarballsIn } from './tools.mjs';

const compilers = ['4.9.5', '5.4.5', '5.9.3', '6.0.3', '7.0.2'];
const consumers = ['sdk', 'validate', 'msw', 'every-function'];

/** Without words every group runs. */
export async function checkMatrix(words = []) {
  ensureBuilt(['contract', 'sdk', 'msw']);
  const folder = mkdtempSync(join(tmpdir(), 'parley-matrix-'));
  try {
    pack(folder, ['sdk', 'msw']);
    const packed = tarballsIn(folder);
    const users = {
      '@parley/msw': `file:${packed.msw}`,
      '@parley/sdk': `file:${packed.sdk}`,
      '@types/node': catalogVersion('@types/node'),
      msw: catalogVersion('msw'),
      zod: catalogVersion('zod'),
    };
    const groups = {
      compilers: () => withCompilers(folder, users),
      managers: async () => withManagers(folder, users, await toolbox()),
      runners: async () => withRunners(folder, users, await toolbox()),
      samples: async () =>
        samplesIn(await install(folder, 'samples', { ...users, ...samplePackages })),
      runtimes: async () => [withOtherRuntimes(folder, await toolbox())],
    };
    let tooling;
    const toolbox = () => {
      tooling ??= install(folder, 'toolbox', { ...tools, ...nodeAliases(nodes) });
      return tooling;
    };
    const good = [];
    for (const [name, trialsOf] of Object.entries(groups)) {
      if (words.length > 0 && !words.includes(name)) continue;
      const trials = await trialsOf();
      good.push(...(await inPairs(trials.map((trial) => () => judge(trial)))));
    }
    if (good.length === 0) console.error(`There are: ${Object.keys(groups).join(', ')}.`);
    return good.length > 0 && good.every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withCompilers(folder, users) {
  const project = await install(folder, 'compilers', { ...users, ...compilerAliases(compilers) });
  placeConsumers(project, consumers);
  return compilers.flatMap((version) =>
    Object.keys(modes).map((mode) => {
      const names = consumers.filter((name) => isPossible({ name, version, mode }));
      return {
        name: `TypeScript ${version}, ${mode}`,
        isSkipped: names.length === 0,
        passes: () => compile(project, { names, types: ['node'], version, mode }),
      };
    }),
  );
}

/** Installed, compiled where there are modules to resolve, and run as ES module and as CommonJS. */
async function withManagers(folder, users, toolbox) {
  const version = '5.9.3';
  return managersIn(toolbox).map(
    ({ name, prepare, install: command, node, env, hasNoModules }) => ({
      name,
      passes: async () => {
        const project = join(folder, `with-${name.replaceAll(/\W+/g, '-')}`);
        const dependencies = { ...users, ...(hasNoModules ? {} : compilerAliases([version])) };
        await place(project, dependencies);
        prepare?.(project);
        const [program, ...args] = command;
        const options = { cwd: project, env: { ...process.env, ...env } };
        if (!(await runs(program, args, options))) return false;
        placeConsumers(project, consumers);
        const trial = { names: consumers, types: ['node'], version, mode: 'nodenext' };
        if (!hasNoModules && !(await compile(project, trial))) return false;
        const [runtime, ...before] = node ?? [process.execPath];
        const files = ['sequential.mjs', 'node-test.cjs'];
        const good = await inPairs(
          files.map((file) => () => runs(runtime, [...before, file], options)),
        );
        return good.every(Boolean);
      },
    }),
  );
}

async function withRunners(folder, users, toolbox) {
  const project = await install(folder, 'runners', { ...users, ...runnerPackages });
  const programs = {
    nodes: nodes.map((version) => ({ version, program: nodeOf(toolbox, version) })),
    bun: programOf(toolbox, 'bun'),
    deno: programOf(toolbox, 'deno'),
  };
  return runnersIn(project, programs);
}

/** The gate of the runtimes, with the runtimes that it omits. */
function withOtherRuntimes(folder, toolbox) {
  const bun = programOf(toolbox, 'bun');
  const deno = programOf(toolbox, 'deno');
  const others = [
    { name: `Bun ${tools.bun}`, program: bun, args: ['run.mjs'] },
    { name: `Deno ${tools.deno}`, program: deno, args: ['run', '-A', 'run.mjs'] },
  ];
  const passes = async () => {
    installTools(folder);
    return await checkRuntimes(folder, others);
  };
  return { name: 'runtimes', passes };
}

async function install(folder, name, dependencies) {
  const project = join(folder, name);
  await place(project, dependencies);
  await installIn(project);
  return project;
}

async function place(project, dependencies) {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await placeRunnerTests(project);
}
