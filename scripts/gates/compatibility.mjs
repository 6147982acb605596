// The packed mocks where the tests of the workspace do not run them: with MSW 2 and 3 on newer Nodes, with Jest,
// and with setupWorker in a browser where there is one. What that takes comes from the registry.
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, root } from '../workspace.mjs';
import { bundlePage, inBrowser } from './compatibility/in-browser.mjs';
import { catalogVersion, pack } from './published.mjs';
import { browser, nodeAliases, nodeOf } from './runtimes/programs.mjs';

const nodes = ['22', '24'];
const msws = { older: catalogVersion('msw'), newer: '3.0.5' };
const jest = '30.5.2';
const fixtures = join(import.meta.dirname, 'compatibility');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export async function checkCompatibility() {
  ensureBuilt(['contract', 'msw']);
  const folder = mkdtempSync(join(tmpdir(), 'parley-compatibility-'));
  try {
    const packed = {
      '@parley/contract': `file:${pack('contract', folder)}`,
      '@parley/msw': `file:${pack('msw', folder)}`,
    };
    const [older, newer] = await Promise.all([
      install(folder, 'older', { ...packed, msw: msws.older, jest, ...nodeAliases(nodes) }),
      install(folder, 'newer', { ...packed, msw: msws.newer }),
    ]);
    const trials = [
      ...withVitest({ older, newer }),
      ...withJest(older),
      ...(await withWorker({ older, newer })),
    ];
    return (await inPairs(trials)).every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tests of the transports, as they stand. */
function withVitest(projects) {
  const tests = join(root, 'packages/msw/test');
  const args = ['node_modules/vitest/vitest.mjs', 'run'];
  const [first] = nodes;
  const trials = Object.entries(projects).flatMap(([age, project]) => {
    for (const file of ['transports.test.ts', 'install-mock.test.ts', 'requests.ts']) {
      const source = readFileSync(join(tests, file), 'utf8');
      writeFileSync(join(project, file), source.replaceAll('../src/index.ts', '@parley/msw'));
    }
    const imports =
      "import { expect, test } from 'vitest'; import { createMock } from '@parley/msw';";
    writeFileSync(join(project, 'canary.ts'), `${imports}\n${wrongTest}`);
    // That of the workspace: it need not be fetched again.
    const vitest = realpathSync(join(root, 'node_modules/vitest'));
    symlinkSync(vitest, join(project, 'node_modules/vitest'), 'junction');
    return nodes.map((node) => ({
      name: `MSW ${msws[age]} on Node ${node}`,
      passes: () => runs(nodeOf(projects.older, node), args, project),
    }));
  });
  const canary = [...args, '--config', 'canary.config.mjs'];
  writeFileSync(
    join(projects.newer, 'canary.config.mjs'),
    "export default { test: { include: ['canary.ts'] } };",
  );
  const refused = () => runs(nodeOf(projects.older, first), canary, projects.newer, true);
  return [...trials, { name: 'a wrong mock, with Vitest', fails: refused }];
}

const wrongTest = "test('wrong', () => expect(createMock().apiKey).toBe(''));\n";

function withJest(project) {
  // With names that Vitest, which looks into this folder, does not take for tests of its own.
  const folder = join(project, 'with-jest');
  mkdirSync(folder);
  cpSync(join(fixtures, 'jest.test.cjs'), join(folder, 'mock.js'));
  const imports = "const { createMock } = require('@parley/msw');";
  writeFileSync(join(folder, 'canary.js'), `${imports}\n${wrongTest}`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const jestOf = (file) => [
    '../node_modules/jest/bin/jest.js',
    '--rootDir=.',
    `--testMatch=**/${file}`,
  ];
  const newest = nodes.at(-1);
  // Without the flag, Jest cannot `require` the ES modules that MSW is made of.
  const withMsw = ['--experimental-vm-modules', ...jestOf('mock.js')];
  return [
    {
      name: `Jest on Node ${process.versions.node}`,
      passes: () => runs(process.execPath, jestOf('mock.js'), folder),
    },
    {
      name: `Jest on Node ${newest}, with MSW`,
      passes: () => runs(nodeOf(project, newest), withMsw, folder),
    },
    {
      name: 'a wrong mock, with Jest',
      fails: () => runs(process.execPath, jestOf('canary.js'), folder, true),
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
    const name = `MSW ${msws[age]} in Chromium`;
    trials.push({ name, passes: () => inBrowser(program, project, files) });
    if (age === 'newer')
      trials.push({
        name: 'no worker, in Chromium',
        fails: () => inBrowser(program, project, page, true),
      });
  }
  return trials;
}

/** Two at a time: these machines have two cores at least, and everything here waits now and then. */
async function inPairs(trials) {
  const left = [...trials];
  const good = [];
  const work = async () => {
    for (let trial = left.shift(); trial; trial = left.shift()) good.push(await judge(trial));
  };
  await Promise.all([work(), work()]);
  return good;
}

async function judge({ name, passes, fails }) {
  const startedAt = performance.now();
  const isGood = passes ? await passes() : !(await fails());
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${fails ? 'refused: ' : ''}${name} (${seconds} s)`);
  return isGood;
}

async function install(folder, name, dependencies) {
  const project = join(folder, name);
  mkdirSync(project);
  const manifest = { private: true, type: 'module', dependencies };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  // The engines are those of the newest Node here, not of the one that installs.
  const quiet = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-package-lock',
    '--prefer-offline',
  ];
  const args = ['install', '--engine-strict=false', ...quiet];
  if (!(await runs(npm, args, project))) throw new Error('npm install failed');
  return project;
}

/** Whether it ends well; what it said is shown when it does not and is not `silent`. */
function runs(program, args, cwd, silent = false) {
  const shell = process.platform === 'win32' && program === npm;
  const child = spawn(program, args, { cwd, shell, timeout: 400_000, killSignal: 'SIGKILL' });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      if (code !== 0 && !silent) process.stderr.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}
