// Functions of all root scripts. Without dependencies, because it runs before any package is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideSqlite } from './postinstall.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const pnpmVersion = readJson('package.json').packageManager.split('@').at(-1);
/** In the order in which they need each other. */
export const builtPackages = ['contract', 'sdk', 'msw', 'server'];

/** Installs the packages of the lockfile when they are not installed yet or for another Node version. */
export function ensureInstalled() {
  ensurePackages();
  provideSqlite();
}

/** Installs as `ensureInstalled` does, but compiles no SQLite. */
export function ensurePackages() {
  requireNode();
  if (isInstalled()) return;
  console.log('Installing dependencies …');
  process.env.PARLEY_SQLITE_LATER = '1';
  pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--config.confirmModulesPurge=false']);
  delete process.env.PARLEY_SQLITE_LATER;
}

/** The pages that the package of the server contains, and the tools that build them. */
const sites = {
  console: { folder: 'packages/console', tool: 'vite', args: ['build'] },
  docs: { folder: '.', tool: 'vitepress', args: ['build', 'docs'] },
};

/** Builds the packages, and the pages of the server, whose sources changed since their last build. */
export function ensureBuilt(
  names = [...builtPackages, ...Object.keys(sites)],
  { force = false } = {},
) {
  for (const name of names) {
    const stamp = join(root, 'node_modules/.cache/parley', `build-${name}.json`);
    const sources = hashSources(name);
    if (!force && readIfThere(stamp) === sources && existsSync(distDoor(name))) continue;
    if (sites[name]) buildSite(name);
    else {
      console.log(`Building @parley/${name} …`);
      run(process.execPath, [binOf('tsup'), '--silent'], { cwd: join(root, 'packages', name) });
    }
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
}

function buildSite(name) {
  const { folder, tool, args } = sites[name];
  const cwd = join(root, folder);
  console.log(`Building the pages of the ${name} …`);
  // The test runner builds too, with NODE_ENV=test: the pages would then contain the slow development version of React.
  const env = { ...process.env, NODE_ENV: 'production' };
  run(process.execPath, [binOf(tool, tool, cwd), ...args, '--logLevel', 'warn'], { cwd, env });
}

/** Runs a program with our terminal; exits with its code when it fails. */
export function run(program, args, options = {}) {
  const code = tryRun(program, args, options);
  if (code !== 0) process.exit(code);
}

export function tryRun(program, args, options = {}) {
  const child = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (child.error) console.error(child.error.message);
  if (child.signal) return 128 + (child.signal === 'SIGINT' ? 2 : 15);
  return child.status ?? 1;
}

/** pnpm at the pinned version, whatever is installed on this machine. */
export function pnpm(args, options = {}) {
  // `npx -c` hands its own arguments down to every npx below; production would leave out the tools.
  const { npm_config_call, npm_config_package, ...inherited } = process.env;
  const env = { ...inherited, NODE_ENV: 'development' };
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  run(npx, ['-y', `pnpm@${pnpmVersion}`, ...args], {
    shell: process.platform === 'win32',
    env,
    ...options,
  });
}

/** Returns the file of a tool's command, to run it with the current Node. `folder` is of the package that declares it. */
export function binOf(name, command = name, folder = root) {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
}

export function readJson(path) {
  return JSON.parse(readFileSync(resolve(root, path), 'utf8'));
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Parley needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** pnpm leaves a copy of the lockfile that it installed. */
function isInstalled() {
  const wanted = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  if (readIfThere(join(root, 'node_modules/.pnpm/lock.yaml')) !== wanted) return false;
  const installed = [...builtPackages, 'console'];
  return installed.every((name) => existsSync(join(root, 'packages', name, 'node_modules')));
}

function distDoor(name) {
  if (sites[name]) return join(root, 'packages/server', name, 'index.html');
  const { exports } = readJson(`packages/${name}/package.json`);
  const door = exports['.'];
  return join(root, 'packages', name, door.import?.default ?? door.default);
}

function hashSources(name) {
  if (name === 'docs') return hashOf(pagesAndSettings());
  return hashOf(name === 'console' ? sourcesOfConsole() : sourcesOf(name));
}

/** Of the contract, the console contains the webhook fields only. It uses other modules for their types alone. */
function sourcesOfConsole() {
  const folder = join(root, 'packages/console');
  const single = ['index.html', 'package.json', 'vite.config.ts'].map((file) => join(folder, file));
  const shared = [
    'pnpm-lock.yaml',
    'scripts/third-party-licenses.mjs',
    'packages/contract/src/webhook-fields.ts',
  ];
  return [
    ...single,
    ...shared.map((file) => join(root, file)),
    ...['public', 'src'].flatMap((name) => filesUnder(join(folder, name))),
  ];
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function pagesAndSettings() {
  const single = ['README.md', 'CONTRIBUTING.md', 'packages/sdk/api.md', 'pnpm-lock.yaml'];
  const folder = join(root, 'docs');
  const isCache = (file) => file.startsWith(join(folder, '.vitepress/cache'));
  return [
    ...single.map((file) => join(root, file)),
    ...filesUnder(folder).filter((file) => !isCache(file)),
  ];
}

function sourcesOf(name) {
  const own = join(root, 'packages', name);
  const shared = [
    'pnpm-lock.yaml',
    'tsconfig.base.json',
    'scripts/declarations.mjs',
    'scripts/third-party-licenses.mjs',
    'scripts/without-documentation.ts',
  ].map((file) => join(root, file));
  const ours = ['package.json', 'tsup.config.ts'].map((file) => join(own, file));
  // The SDK bundles parts of the contract; the mocks and the server bundle the rules and the search; the others only need types.
  const folders = [join(own, 'src'), join(root, 'packages/contract/src')];
  if (name === 'msw' || name === 'server') {
    folders.push(join(root, 'packages/search/src'), join(root, 'packages/domain/src'));
  }
  return [...shared, ...ours, ...folders.flatMap(filesUnder)];
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
