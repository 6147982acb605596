// What an installed package is like: packed, judged, put into empty projects, type-checked and run.
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
import { binOf, ensureBuilt, pnpm, readJson, root } from '../workspace.mjs';
import { areLicensed } from './licenses.mjs';
import { arePortable } from './portable.mjs';
import { capture, inPairs, installIn, runs } from './processes.mjs';

const libraries = ['contract', 'sdk', 'msw'];
/** The oldest TypeScript that we support, and the newest. */
const typescripts = { 'typescript-oldest': '5.4.5', 'typescript-newest': '7.0.2' };

export async function checkPublished() {
  ensureBuilt();
  if (!(await arePortable(libraries)) || !areLicensed([...libraries, 'server'])) return false;
  const folder = mkdtempSync(join(tmpdir(), 'parley-published-'));
  try {
    const tarballs = pack([...libraries, 'server'], folder);
    const [alone, all, besideZod, judged] = await Promise.all([
      sdkAlone(folder, tarballs),
      everything(folder, tarballs),
      Promise.all(Object.keys(zods).map((zod) => sdkBesideZod(folder, tarballs, zod))),
      inPairs([
        ...libraries.map((name) => () => attw(tarballs[name])),
        ...Object.values(tarballs).map((tarball) => () => publint(tarball)),
      ]),
    ]);
    if (!judged.every(Boolean) || !isAlone(alone, tarballs.sdk)) return false;
    // Mocks are for tests, which run in Node; the others need nothing of it.
    const consumers = [
      { project: all, names: ['sdk', 'validate', 'contract'], types: [] },
      { project: all, names: ['msw'], types: ['node'] },
      { project: alone, names: ['sdk'], types: [] },
      ...besideZod,
    ];
    if (!besideZod.every(hasKeptZod)) return false;
    const good = await inPairs(consumers.flatMap(compilations));
    return good.every(Boolean) && (await inPairs(consumers.flatMap(programs))).every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function publint(tarball, print) {
  return runs(process.execPath, [binOf('publint'), 'run', tarball, '--strict'], { print });
}

/** Judges the types in every mode of resolution, also that of `module: commonjs`, which does not know `exports`. */
export function attw(tarball, print) {
  const tool = binOf('@arethetypeswrong/cli', 'attw');
  const args = [tool, tarball, '--no-emoji', '--format', 'ascii'];
  return runs(process.execPath, args, { print });
}

/** Packs these packages; returns the path of each one's tarball. */
export function pack(names, folder) {
  const destination = join(folder, 'packed');
  const filters = names.flatMap((name) => ['--filter', `@parley/${name}`]);
  pnpm(['--recursive', ...filters, 'pack', '--pack-destination', destination], { stdio: 'ignore' });
  const files = readdirSync(destination);
  const tarballs = names.map((name) => {
    const file = files.find((one) => one.startsWith(`parley-${name}-`));
    if (!file) throw new Error(`${name} was not packed`);
    return [name, join(destination, file)];
  });
  return Object.fromEntries(tarballs);
}

function sdkAlone(folder, { sdk }) {
  return emptyProject(folder, 'sdk-alone', { '@parley/sdk': `file:${sdk}`, ...aliases() });
}

/** Versions of zod that users have, and what has to run beside them: validation needs 3.25 or newer. */
const zods = { '3.22.4': 'sdk', '3.25.76': 'validate', '4.1.12': 'validate' };

async function sdkBesideZod(folder, { sdk }, zod) {
  const dependencies = { '@parley/sdk': `file:${sdk}`, zod, ...aliases() };
  const project = await emptyProject(folder, `zod-${zod}`, dependencies);
  return { project, names: [zods[zod]], types: [], zod };
}

/** The installed zod must stay as it is, whatever its version. */
function hasKeptZod({ project, zod }) {
  const { version } = readJson(join(project, 'node_modules/zod/package.json'));
  if (version !== zod) console.error(`zod ${zod} became ${version}`);
  return version === zod;
}

/** The SDK promises to need nothing else. */
function isAlone(project, tarball) {
  const found = readdirSync(join(project, 'node_modules', '@parley'));
  const extra = readdirSync(join(project, 'node_modules')).filter(
    (name) => !/^(\.|@parley$|@typescript$|typescript)/.test(name),
  );
  if (found.length !== 1 || extra.length > 0) {
    console.error(`@parley/sdk brings more than itself: ${[...found, ...extra].join(', ')}`);
    return false;
  }
  return isLight(tarball, join(project, 'node_modules/@parley/sdk'));
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

function everything(folder, tarballs) {
  return emptyProject(folder, 'all', {
    '@parley/contract': `file:${tarballs.contract}`,
    '@parley/msw': `file:${tarballs.msw}`,
    '@parley/sdk': `file:${tarballs.sdk}`,
    '@types/node': catalogVersion('@types/node'),
    msw: catalogVersion('msw'),
    ...aliases(),
  });
}

async function emptyProject(folder, name, dependencies) {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await installIn(project);
  return project;
}

/**
 * How a project may resolve packages. `node10` is what `module: commonjs` means where nothing else is said, as with
 * ts-jest; TypeScript 7 does not have it.
 */
const resolutions = {
  node16: { module: 'node16', extensions: ['mts', 'cts'] },
  bundler: { module: 'esnext', extensions: ['mts'] },
  node10: { module: 'commonjs', extensions: ['ts'], compiler: 'typescript-oldest' },
};

/** The types of MSW do not resolve in `node10`. */
const inNode10 = ({ names }) => !names.includes('msw');

/** Consumers as ES modules and as CommonJS, with every compiler and resolver. */
function compilations({ project, names, types }) {
  for (const name of names) {
    const source = join(import.meta.dirname, 'consumers', `${name}.ts`);
    for (const kind of ['mts', 'cts', 'ts']) cpSync(source, join(project, `${name}.${kind}`));
  }
  const known = Object.keys(resolutions).filter((name) => name !== 'node10' || inNode10({ names }));
  return Object.keys(typescripts).flatMap((compiler) =>
    known
      .filter((name) => (resolutions[name].compiler ?? compiler) === compiler)
      .map((resolution) => async () => {
        const errors = await compile(project, { names, types, compiler, resolution });
        if (errors.length === 0) return true;
        const what = `${names.join(', ')} with TypeScript ${typescripts[compiler]}, ${resolution}`;
        console.error([`${what}:`, ...errors].join('\n  '));
        return false;
      }),
  );
}

async function compile(project, { names, types, compiler, resolution }) {
  const { module, extensions } = resolutions[resolution];
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types,
    module,
    // The types of zod ask for it in CommonJS.
    ...(resolution === 'node10' && { esModuleInterop: true }),
    moduleResolution: resolution,
    outDir: `out/${compiler}-${resolution}`,
  };
  const files = names.flatMap((name) => extensions.map((extension) => `${name}.${extension}`));
  const config = `tsconfig.${names[0]}-${compiler}-${resolution}.json`;
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files }));
  const manifest = join(project, 'node_modules', compiler, 'package.json');
  const tsc = join(manifest, '..', readJson(manifest).bin.tsc);
  const args = [tsc, '-p', config, '--pretty', 'false'];
  const { code, output } = await capture(process.execPath, args, { cwd: project });
  const lines = output.split('\n').filter(Boolean);
  return code !== 0 && lines.length === 0 ? [`tsc ended with ${code}`] : lines;
}

/** What was compiled, for real. */
function programs({ project, names }) {
  const out = `out/${Object.keys(typescripts).at(-1)}-node16`;
  const old = `out/${resolutions.node10.compiler}-node10`;
  return names
    .flatMap((name) => [
      `${out}/${name}.mjs`,
      `${out}/${name}.cjs`,
      ...(inNode10({ names }) ? [`${old}/${name}.js`] : []),
    ])
    .map((file) => async () => {
      const good = await runs(process.execPath, [file], { cwd: project });
      if (!good) console.error(`${file}: does not run`);
      return good;
    });
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
