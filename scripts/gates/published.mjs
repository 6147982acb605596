// What an installed package is like: packed, judged, put into empty projects, type-checked and run.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, ensureBuilt, pnpm, readJson, root, tryRun } from '../workspace.mjs';
import { areLicensed } from './licenses.mjs';
import { arePortable } from './portable.mjs';

const libraries = ['contract', 'sdk', 'msw'];
/** The oldest TypeScript that we support, and the newest. */
const typescripts = { 'typescript-oldest': '5.4.5', 'typescript-newest': '7.0.2' };
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export async function checkPublished() {
  ensureBuilt();
  if (!(await arePortable(libraries)) || !areLicensed([...libraries, 'server'])) return false;
  const folder = mkdtempSync(join(tmpdir(), 'parley-published-'));
  try {
    const tarballs = Object.fromEntries(
      [...libraries, 'server'].map((name) => [name, pack(name, folder)]),
    );
    const judged = [
      ...Object.values(tarballs).map((tarball) => publint(tarball)),
      ...libraries.map((name) => attw(tarballs[name])),
    ];
    return (
      judged.every(Boolean) &&
      installsAlone(folder, tarballs) &&
      installsBesideAnyZod(folder, tarballs) &&
      installs(folder, tarballs)
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function publint(tarball, print = console.error) {
  return judge([binOf('publint'), 'run', tarball, '--strict'], print);
}

/** Judges the types in every mode of resolution, also that of `module: commonjs`, which does not know `exports`. */
export function attw(tarball, print = console.error) {
  const tool = binOf('@arethetypeswrong/cli', 'attw');
  return judge([tool, tarball, '--no-emoji', '--format', 'ascii'], print);
}

/** Lets a tool speak only when it has something to complain about. */
function judge(args, print) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) print(`${stdout}${stderr}`);
  return status === 0;
}

export function pack(name, folder) {
  const own = join(folder, name);
  pnpm(['pack', '--pack-destination', own], { cwd: join(root, 'packages', name), stdio: 'ignore' });
  const [tarball] = readdirSync(own);
  if (!tarball) throw new Error(`${name} was not packed`);
  return join(own, tarball);
}

/** The SDK promises to need nothing else. */
function installsAlone(folder, { sdk }) {
  const project = emptyProject(folder, 'sdk-alone', { '@parley/sdk': `file:${sdk}`, ...aliases() });
  const found = readdirSync(join(project, 'node_modules', '@parley'));
  const extra = readdirSync(join(project, 'node_modules')).filter(
    (name) => !/^(\.|@parley$|@typescript$|typescript)/.test(name),
  );
  if (found.length !== 1 || extra.length > 0) {
    console.error(`@parley/sdk brings more than itself: ${[...found, ...extra].join(', ')}`);
    return false;
  }
  return isLight(sdk, join(project, 'node_modules/@parley/sdk')) && compilesAndRuns(project, 'sdk');
}

/** Versions of zod that users have, and what has to run beside them: validation needs 3.25 or newer. */
const zods = { '3.22.4': 'sdk', '3.25.76': 'validate', '4.1.12': 'validate' };

/** The installed zod must stay as it is, whatever its version. */
function installsBesideAnyZod(folder, { sdk }) {
  return Object.entries(zods).every(([zod, consumer]) => {
    const dependencies = { '@parley/sdk': `file:${sdk}`, zod, ...aliases() };
    const project = emptyProject(folder, `zod-${zod}`, dependencies);
    const { version } = readJson(join(project, 'node_modules/zod/package.json'));
    if (version !== zod) console.error(`zod ${zod} became ${version}`);
    return version === zod && compilesAndRuns(project, consumer);
  });
}

/** What an install fetches and keeps, in thousands of bytes. A limit is raised on purpose. */
function isLight(tarball, folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const kept = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const sizes = [
    { what: 'the packed SDK', paths: [tarball], limit: 150 },
    { what: 'unpacked', paths: kept, limit: 700 },
  ];
  return sizes.map(isWithin).every(Boolean);
}

function isWithin({ what, paths, limit }) {
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1_000;
  console.log(`${what.padEnd(18)} ${size.toFixed(0).padStart(6)} KB of ${limit}`);
  if (size > limit) console.error(`${what}: more than ${limit} KB`);
  return size <= limit;
}

function installs(folder, tarballs) {
  const project = emptyProject(folder, 'all', {
    '@parley/contract': `file:${tarballs.contract}`,
    '@parley/msw': `file:${tarballs.msw}`,
    '@parley/sdk': `file:${tarballs.sdk}`,
    '@types/node': catalogVersion('@types/node'),
    msw: catalogVersion('msw'),
    ...aliases(),
  });
  return ['sdk', 'validate', 'contract', 'msw'].every((name) => compilesAndRuns(project, name));
}

function emptyProject(folder, name, dependencies) {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock'];
  const code = tryRun(npm, args, { cwd: project, shell: process.platform === 'win32' });
  if (code !== 0) throw new Error(`npm install failed in an empty project with ${name}`);
  return project;
}

/**
 * How a project may resolve packages. `node10` is what `module: commonjs` means where nothing else is said, as with
 * ts-jest; TypeScript 7 does not have it.
 */
const resolutions = {
  node16: { module: 'node16', files: ['mts', 'cts'] },
  bundler: { module: 'esnext', files: ['mts'] },
  node10: { module: 'commonjs', files: ['ts'] },
};

/** Each consumer as an ES module and as CommonJS, with every compiler and resolver; and then for real. */
function compilesAndRuns(project, name) {
  const source = join(import.meta.dirname, 'consumers', `${name}.ts`);
  for (const kind of ['mts', 'cts', 'ts']) cpSync(source, join(project, `${name}.${kind}`));
  let good = true;
  for (const compiler of Object.keys(typescripts)) {
    for (const resolution of Object.keys(resolutions)) {
      if (resolution === 'node10' && !hasNode10(name, compiler)) continue;
      const errors = compile(project, { name, compiler, resolution });
      if (errors.length === 0) continue;
      console.error(`${name} with TypeScript ${typescripts[compiler]}, ${resolution}:`);
      for (const error of errors) console.error(`  ${error}`);
      good = false;
    }
  }
  const files = [`node16/${name}.mjs`, `node16/${name}.cjs`, `node10/${name}.js`];
  for (const file of hasNode10(name, 'typescript-oldest') ? files : files.slice(0, 2)) {
    if (tryRun(process.execPath, [file], { cwd: project }) !== 0) {
      console.error(`${file}: does not run`);
      good = false;
    }
  }
  return good;
}

/** The types of MSW do not resolve in `node10`. */
function hasNode10(name, compiler) {
  return compiler === 'typescript-oldest' && name !== 'msw';
}

function compile(project, { name, compiler, resolution }) {
  const { module, files } = resolutions[resolution];
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    // Mocks are for tests, which run in Node; the others need nothing of it.
    types: name === 'msw' ? ['node'] : [],
    module,
    moduleResolution: resolution,
    // The types of zod ask for it in CommonJS.
    ...(name === 'contract' && { esModuleInterop: true }),
    outDir: resolution,
  };
  const config = { compilerOptions, files: files.map((kind) => `${name}.${kind}`) };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  const manifest = join(project, 'node_modules', compiler, 'package.json');
  const tsc = join(manifest, '..', readJson(manifest).bin.tsc);
  const run = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
  });
  const lines = run.stdout.split('\n').filter(Boolean);
  return run.status !== 0 && lines.length === 0 ? [`tsc ended with ${run.status}`] : lines;
}

function aliases() {
  return Object.fromEntries(
    Object.entries(typescripts).map(([name, version]) => [name, `npm:typescript@${version}`]),
  );
}

/** Exactly what the workspace installs. */
export function catalogVersion(name) {
  const [, catalog] = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split('\ncatalog:\n');
  const version = new RegExp(`^  ['"]?${name}['"]?: (\\S+)$`, 'm').exec(catalog)?.[1];
  if (!version) throw new Error(`${name} is not in the catalog`);
  return version;
}
