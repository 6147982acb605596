// The packed mocks in environments outside of the workspace tests: MSW 2 and 3 on newer Node versions, Jest, and
// setupWorker in a browser if one is installed.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../workspace.mjs';
import { bundlePage, inBrowser } from './compatibility/in-browser.mjs';
import { inPairs, judge, runs } from './processes.mjs';
import { browser, nodeOf } from './runtimes/programs.mjs';
import {
  nodes as allNodes,
  catalogVersion,
  install,
  lend,
  patience,
  tarballsIn,
  toolsIn,
} from './tools.mjs';

const nodes = allNodes.slice(1);
const msws = { older: catalogVersion('msw'), newer: '3.0.5' };
const fixtures = join(import.meta.dirname, 'compatibility');

export async function checkCompatibility(folder) {
  const own = join(folder, 'compatibility');
  const installWith = (age) => {
    const dependencies = { '@parley/msw': `file:${tarballsIn(folder).msw}`, msw: msws[age] };
    return install(own, age, dependencies, { type: 'module' });
  };
  const [older, newer] = await Promise.all(Object.keys(msws).map(installWith));
  const tools = toolsIn(folder);
  const trials = [
    ...withVitest({ older, newer }, tools),
    ...withJest(older, tools),
    ...(await withWorker({ older, newer })),
  ];
  return (await inPairs(trials.map((trial) => () => judge(trial)))).every(Boolean);
}

/** The tests of the transports, as they stand. */
function withVitest(projects, tools) {
  const tests = join(root, 'packages/msw/test');
  const args = ['node_modules/vitest/vitest.mjs', 'run', patience];
  const [first] = nodes;
  const trials = Object.entries(projects).flatMap(([age, project]) => {
    for (const file of ['transports.test.ts', 'install-mock.test.ts', 'requests.ts']) {
      const source = readFileSync(join(tests, file), 'utf8');
      writeFileSync(join(project, file), source.replaceAll('../src/index.ts', '@parley/msw'));
    }
    const imports =
      "import { expect, test } from 'vitest'; import { createMock } from '@parley/msw';";
    writeFileSync(join(project, 'canary.ts'), `${imports}\n${wrongTest}`);
    lend(project, 'vitest');
    return nodes.map((node) => ({
      name: `MSW ${msws[age]} on Node ${node}`,
      passes: () => runsIn(project, nodeOf(tools, node), args),
    }));
  });
  const canary = [...args, '--config', 'canary.config.mjs'];
  writeFileSync(
    join(projects.newer, 'canary.config.mjs'),
    "export default { test: { include: ['canary.ts'] } };",
  );
  const refused = () => runsIn(projects.newer, nodeOf(tools, first), canary, { silent: true });
  return [...trials, { name: 'a wrong mock, with Vitest', fails: refused }];
}

const wrongTest = "test('wrong', () => expect(createMock().apiKey).toBe(''));\n";

function withJest(project, tools) {
  // Named so that Vitest, which scans this folder, does not treat them as its own tests.
  const folder = join(project, 'with-jest');
  mkdirSync(folder);
  cpSync(join(fixtures, 'jest.test.cjs'), join(folder, 'mock.js'));
  const imports = "const { createMock } = require('@parley/msw');";
  writeFileSync(join(folder, 'canary.js'), `${imports}\n${wrongTest}`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const jestOf = (file) => [
    join(tools, 'node_modules/jest/bin/jest.js'),
    '--rootDir=.',
    `--testMatch=**/${file}`,
    patience,
  ];
  const newest = nodes.at(-1);
  // Without the flag, Jest cannot `require` the ES modules that MSW is made of.
  const withMsw = ['--experimental-vm-modules', ...jestOf('mock.js')];
  return [
    {
      name: `Jest on Node ${process.versions.node}`,
      passes: () => runsIn(folder, process.execPath, jestOf('mock.js')),
    },
    {
      name: `Jest on Node ${newest}, with MSW`,
      passes: () => runsIn(folder, nodeOf(tools, newest), withMsw),
    },
    {
      name: 'a wrong mock, with Jest',
      fails: () => runsIn(folder, process.execPath, jestOf('canary.js'), { silent: true }),
    },
  ];
}

/** `setupWorker`, in a page. */
async function withWorker(projects) {
  const program = browser();
  if (!program) return [];
  const trials = [];
  for (const [age, project] of Object.entries(projects)) {
    cpSync(join(fixtures, 'page.ts'), join(project, 'page.ts'));
    const page = { '/page.js': await bundlePage(project) };
    const worker = join(project, 'node_modules/msw/lib/mockServiceWorker.js');
    const files = { ...page, '/mockServiceWorker.js': readFileSync(worker, 'utf8') };
    const name = `MSW ${msws[age]} in ${basename(program)}`;
    trials.push({ name, passes: () => inBrowser(program, files) });
    if (age === 'newer')
      trials.push({
        name: `no worker, in ${basename(program)}`,
        fails: () => inBrowser(program, page, true),
      });
  }
  return trials;
}

function runsIn(cwd, program, args, { silent = false } = {}) {
  const print = silent ? () => {} : console.error;
  return runs(program, args, { cwd, timeout: 400_000, print });
}
