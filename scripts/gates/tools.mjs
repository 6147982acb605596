// The tarballs of the packages, and the programs with which gates try them. They are made once for a run of gates.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pnpm, root } from '../workspace.mjs';
import { compilerAliases } from './compilers.mjs';
import { installIn } from './processes.mjs';
import { nodeAliases } from './runtimes/programs.mjs';

/** The oldest TypeScript that the SDK and the mocks support, the oldest for the contract, and the newest. */
export const compilers = { oldest: '4.9.5', contract: '5.4.5', newest: '7.0.2' };
export const nodes = ['20', '22', '24'];
export const jest = '30.5.2';
/** An option of Vitest and of Jest. Their own limit for a test is 5 seconds, which a busy machine exceeds. */
export const patience = '--testTimeout=180000';

/** Installs the programs below the folder of a run. `toolsIn` returns where. */
export function installTools(folder) {
  const tools = toolsIn(folder);
  writeManifest(tools, {
    ...compilerAliases(Object.values(compilers)),
    ...nodeAliases(nodes),
    jest,
  });
  // npm needs almost twice the CPU time. `install` uses npm, because users do.
  const args = ['--ignore-workspace', '--no-frozen-lockfile', '--config.node-linker=hoisted'];
  pnpm(['install', '--prefer-offline', ...args], {
    cwd: tools,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return true;
}

export function toolsIn(folder) {
  return join(folder, 'tools');
}

/** Packs these packages. `tarballsIn` returns the path of the tarball of each. */
export function pack(folder, names = ['contract', 'sdk', 'msw', 'server']) {
  const filters = names.flatMap((name) => ['--filter', `@parley/${name}`]);
  const destination = join(folder, 'packed');
  pnpm(['--recursive', ...filters, 'pack', '--pack-destination', destination], { stdio: 'ignore' });
  return names.every((name) => tarballsIn(folder)[name]);
}

export function tarballsIn(folder) {
  const packed = join(folder, 'packed');
  const found = readdirSync(packed).flatMap((file) => {
    const name = /^parley-([a-z]+)-\d/.exec(file)?.[1];
    return name ? [[name, join(packed, file)]] : [];
  });
  return Object.fromEntries(found);
}

/** Installs these dependencies into a new project; returns its folder. */
export async function install(folder, name, dependencies, manifest = {}) {
  const project = join(folder, name);
  writeManifest(project, dependencies, manifest);
  await installIn(project);
  return project;
}

/** Writes the package.json of a new project. */
function writeManifest(project, dependencies, manifest = {}) {
  mkdirSync(project, { recursive: true });
  const text = JSON.stringify({ private: true, ...manifest, dependencies });
  writeFileSync(join(project, 'package.json'), text);
}

/** Lets a project import a package that another folder has, so that it is not installed again. */
export function lend(project, name, owner = root) {
  const target = realpathSync(join(owner, 'node_modules', name));
  symlinkSync(target, join(project, 'node_modules', name), 'junction');
}

/** The exact versions of the workspace. */
export function catalogVersion(name) {
  const [, catalog] = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('\ncatalog:\n');
  const version = new RegExp(`^  ['"]?${name}['"]?: (\\S+)$`, 'm').exec(catalog)?.[1];
  if (!version) throw new Error(`${name} is not in the catalog`);
  return version;
}
