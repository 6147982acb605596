// Tries the packed mocks where the tests of the workspace do not run: with MSW 2 and 3, on newer Nodes,
// with Jest, and in Chromium. Needs the network, and `npm run build` before.
//   npx tsx packages/msw/scripts/compatibility.ts [node] [jest] [browser]
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const own = join(import.meta.dirname, '..');
const root = join(own, '../..');
const nodes = { '22': '22', '24': '24' };
const msws = { '2': '2.15.0', '3': '3.0.5' };

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'parley-compatibility-'));
const results: [string, boolean][] = [];
try {
  const packed = { '@parley/contract': pack('contract'), '@parley/msw': pack('msw') };
  if (isWanted('node')) tryNodes(packed);
  if (isWanted('jest')) tryJest(packed);
  if (isWanted('browser')) await tryBrowser(packed);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [what, isGood] of results) console.log(`${isGood ? 'ok    ' : 'FAILED'} ${what}`);
if (results.length === 0 || results.some(([, isGood]) => !isGood)) process.exitCode = 1;

function isWanted(part: string): boolean {
  return wanted.length === 0 || wanted.includes(part);
}

function pack(name: string): string {
  const place = join(root, 'packages', name);
  if (!existsSync(join(place, 'dist'))) throw new Error(`${name} is not built: npm run build`);
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const target = join(folder, name);
  run('npx', ['-y', packageManager, 'pack', '--pack-destination', target], place);
  return `file:${join(target, readdirSync(target)[0] ?? '')}`;
}

/** The tests of the transports, as they stand, against the packed package. */
function tryNodes(packed: Record<string, string>): void {
  const manifest = readFileSync(join(root, 'node_modules/vitest/package.json'), 'utf8');
  const { version: vitest } = JSON.parse(manifest);
  for (const [msw, version] of Object.entries(msws)) {
    const project = install(`vitest-msw${msw}`, { ...packed, msw: version, vitest });
    for (const file of ['transports.test.ts', 'install-mock.test.ts', 'requests.ts']) {
      const source = readFileSync(join(own, 'test', file), 'utf8');
      writeFileSync(join(project, file), source.replaceAll('../src/index.ts', '@parley/msw'));
    }
    const args = ['node_modules/vitest/vitest.mjs', 'run'];
    for (const node of Object.keys(nodes)) {
      note(`MSW ${version} on Node ${node}`, run(nodeOf(node), args, project));
    }
  }
}

function tryJest(packed: Record<string, string>): void {
  const project = install('jest', { ...packed, msw: msws['2'], jest: '30.5.2' });
  cpSync(join(own, 'scripts/compatibility-jest.test.cjs'), join(project, 'mock.test.js'));
  const jest = ['node_modules/jest/bin/jest.js'];
  note(`Jest on Node ${process.versions.node}`, run(process.execPath, jest, project));
  // Without the flag, Jest cannot `require` the ES modules that MSW is made of.
  const withMsw = ['--experimental-vm-modules', ...jest];
  note('Jest on Node 24, with MSW', run(nodeOf('24'), withMsw, project));
}

async function tryBrowser(packed: Record<string, string>): Promise<void> {
  for (const version of Object.values(msws)) {
    const project = install(`browser-${version}`, { ...packed, msw: version });
    const entry = join(project, 'browser.ts');
    cpSync(join(own, 'scripts/compatibility-browser.ts'), entry);
    const outfile = join(project, 'page.js');
    const esbuild = join(root, 'node_modules/.bin/esbuild');
    const options = [
      '--bundle',
      '--format=esm',
      '--platform=browser',
      `--outfile=${outfile}`,
      '--log-level=error',
    ];
    if (!run(esbuild, [entry, ...options], project)) throw new Error('the page is not bundled');
    const failures = await inChromium({
      '/page.js': readFileSync(outfile, 'utf8'),
      '/mockServiceWorker.js': readFileSync(
        join(project, 'node_modules/msw/lib/mockServiceWorker.js'),
        'utf8',
      ),
    });
    for (const failure of failures) console.error(failure);
    note(`MSW ${version} in Chromium`, failures.length === 0);
  }
}

/** What the page says went wrong. */
async function inChromium(files: Record<string, string>): Promise<string[]> {
  let tell: (failures: string[]) => void = () => {};
  const told = new Promise<string[]>((resolve) => {
    tell = resolve;
  });
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (url === '/result') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => tell(JSON.parse(Buffer.concat(chunks).toString())));
    }
    const isScript = url.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(files[url] ?? '<script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const profile = mkdtempSync(join(folder, 'chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
  const browser = spawn(process.env['CHROMIUM'] ?? 'chromium', [
    ...flags,
    `http://127.0.0.1:${port}/`,
  ]);
  const timer = setTimeout(() => tell(['the page did not answer within a minute']), 60_000);
  browser.once('error', (error) => tell([String(error)]));
  try {
    return await told;
  } finally {
    clearTimeout(timer);
    const gone = new Promise((resolve) => browser.once('exit', resolve));
    if (browser.kill()) await gone;
    server.closeAllConnections();
    server.close();
  }
}

function install(name: string, dependencies: Record<string, string>): string {
  const project = join(folder, name);
  mkdirSync(project);
  const manifest = { private: true, type: name === 'jest' ? 'commonjs' : 'module', dependencies };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  if (!npmInstall(project)) throw new Error(`npm install failed for ${name}`);
  return project;
}

function nodeOf(major: string): string {
  const project = join(folder, `node${major}`);
  if (!existsSync(project)) install(`node${major}`, { node: nodes[major as keyof typeof nodes] });
  return join(project, 'node_modules/node/bin/node');
}

function npmInstall(project: string): boolean {
  // MSW 3 is installed by this Node, and run by newer ones.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
  return run('npm', ['install', ...quiet], project);
}

function run(program: string, args: string[], cwd: string): boolean {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function note(what: string, isGood: boolean): void {
  results.push([what, isGood]);
}
