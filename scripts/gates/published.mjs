// Checks the packed packages, installs them in empty projects, and type-checks and runs a program there.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, readJson, root } from '../workspace.mjs';
import { compile, isPossible, outputOf, outputs, placeConsumers } from './compilers.mjs';
import { importCost } from './import-cost.mjs';
import { areLicensed } from './licenses.mjs';
import { arePortable } from './portable.mjs';
import { inPairs, runs } from './processes.mjs';
import { isSelfContained, opensInBrowser } from './site.mjs';
import { catalogVersion, compilers, install, tarballsIn, toolsIn } from './tools.mjs';

const libraries = ['contract', 'sdk', 'msw'];

export async function checkPublished(folder) {
  if (!(await arePortable(libraries)) || !areLicensed([...libraries, 'server'])) return false;
  if (!isSelfContained(join(root, 'packages/server/docs')) || !opensInBrowser()) return false;
  const declarations = readFileSync(join(root, 'packages/server/dist/index.d.ts'), 'utf8');
  if (namesAny(declarations)) {
    console.error('@parley/server: the type of an export is `any`; write it out');
    return false;
  }
  const tarballs = tarballsIn(folder);
  // The viewer of the API reference, the documentation site and the console are most of it.
  if (!isWithin({ what: 'the packed server', paths: [tarballs.server], limit: 3_100 }))
    return false;
  const own = join(folder, 'published');
  const server = serverAlone(own);
  const [alone, contract, mocks, besideZod, judged] = await Promise.all([
    sdkAlone(own, tarballs),
    contractAndSdk(own, tarballs),
    mocksAndSdk(own, tarballs),
    Promise.all(Object.keys(zods).map((zod) => sdkBesideZod(own, tarballs, zod))),
    inPairs([
      ...libraries.map((name) => () => attw(tarballs[name])),
      ...Object.values(tarballs).map((tarball) => () => publint(tarball)),
    ]),
  ]);
  if (!judged.every(Boolean) || !isAlone(alone, tarballs.sdk)) return false;
  const installed = { sdk: alone, contract, msw: mocks };
  const missing = Object.entries(installed).flatMap(([name, project]) =>
    missingDoors(join(project, 'node_modules/@parley', name)),
  );
  if (missing.length > 0) {
    console.error(`packed without files that \`exports\` names: ${missing.join(', ')}`);
    return false;
  }
  if (!besideZod.every(hasKeptZod) || !besideZod.every(namesNeededZod)) return false;
  // Mocks are for tests, which run in Node; the others need nothing of it.
  const consumers = [
    { project: contract, names: ['contract'], types: [], oldest: compilers.contract },
    { project: mocks, names: ['msw', 'every-function'], types: ['node'] },
    // Without zod: the declarations of the SDK import no package, so they are the same beside every zod.
    { project: alone, names: ['sdk', 'validate'], types: [] },
  ].map((consumer) => ({ ...consumer, tools: toolsIn(folder) }));
  if (!(await isQuick(mocks))) return false;
  const good = await inPairs([
    ...consumers.flatMap(compilations),
    // Its packages are not installed: its declarations import none of them.
    () =>
      compile(server, {
        names: ['server'],
        types: [],
        version: compilers.newest,
        mode: 'bundler',
        tools: toolsIn(folder),
      }),
  ]);
  if (!good.every(Boolean)) return false;
  const besideOthers = [{ project: contract, names: ['sdk', 'validate'] }, ...besideZod];
  for (const { project } of besideOthers)
    cpSync(join(alone, outputs), join(project, outputs), { recursive: true });
  const users = [
    ...consumers.filter(({ project }) => project !== alone),
    { project: alone, names: ['sdk'] },
    ...besideOthers,
  ];
  return (await inPairs(users.flatMap(programs))).every(Boolean);
}

/** Returns the files that the package names as `exports` but does not contain, under any condition. */
export function missingDoors(folder) {
  const filesOf = (door) =>
    typeof door === 'string' ? [door] : Object.values(door).flatMap(filesOf);
  const files = filesOf(readJson(join(folder, 'package.json')).exports);
  return files.filter((file) => !existsSync(join(folder, file)));
}

/** Returns whether a type is `any`: the build of the server reads no file for a type that is not written out. */
export function namesAny(declarations) {
  return /\bany\b/.test(declarations.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));
}

export function publint(tarball, print) {
  return runs(process.execPath, [binOf('publint'), 'run', tarball, '--strict'], { print });
}

/** Checks the types in every mode of module resolution, also in that of `module: commonjs`, which ignores `exports`. */
export function attw(tarball, print) {
  const tool = binOf('@arethetypeswrong/cli', 'attw');
  const args = [tool, tarball, '--no-emoji', '--format', 'ascii'];
  return runs(process.execPath, args, { print });
}

function sdkAlone(folder, { sdk }) {
  return install(folder, 'sdk-alone', { '@parley/sdk': `file:${sdk}` });
}

/** Versions of zod in use, and the parts that must work with them: validation needs 3.25 or newer. */
const zods = { '3.22.4': 'sdk', '3.25.76': 'validate', '4.1.12': 'validate' };

async function sdkBesideZod(folder, { sdk }, zod) {
  const project = await install(folder, `zod-${zod}`, { '@parley/sdk': `file:${sdk}`, zod });
  return { project, names: [zods[zod]], zod };
}

/** Returns a project that has only the declarations of the server. */
function serverAlone(folder) {
  const project = join(folder, 'server');
  for (const file of ['package.json', 'dist/index.d.ts'])
    cpSync(join(root, 'packages/server', file), join(project, 'node_modules/@parley/server', file));
  placeConsumers(project, ['server']);
  return project;
}

/** The installed zod must stay unchanged, whatever its version. */
function hasKeptZod({ project, zod }) {
  const { version } = readJson(join(project, 'node_modules/zod/package.json'));
  if (version !== zod) console.error(`zod ${zod} became ${version}`);
  return version === zod;
}

/** Beside an older zod, the error of the validation must say which one it needs; Node words it for ES modules. */
function namesNeededZod({ project, names, zod }) {
  if (names.includes('validate')) return true;
  const expected = {
    'require("@parley/sdk/validate")': /needs zod 3\.25 or newer, or zod 4/,
    'import("@parley/sdk/validate")': /'\.\/v4' is not defined by "exports" in .*zod/,
  };
  return Object.entries(expected).every(([code, message]) => {
    const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
      cwd: project,
      encoding: 'utf8',
    });
    if (status !== 0 && message.test(stderr)) return true;
    console.error(`${code} beside zod ${zod} says: ${stderr}`);
    return false;
  });
}

/** The SDK promises to need nothing else. */
function isAlone(project, tarball) {
  const found = readdirSync(join(project, 'node_modules', '@parley'));
  const extra = readdirSync(join(project, 'node_modules')).filter(
    (name) => !/^(\.|@parley$)/.test(name),
  );
  if (found.length !== 1 || extra.length > 0) {
    console.error(`@parley/sdk brings more than itself: ${[...found, ...extra].join(', ')}`);
    return false;
  }
  return isLight(tarball, join(project, 'node_modules/@parley/sdk'));
}

/** Size of the download and of the installed files, in thousands of bytes. A limit is raised on purpose. */
function isLight(tarball, folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const kept = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const sizes = [
    { what: 'the packed SDK', paths: [tarball], limit: 210 },
    { what: 'unpacked', paths: kept, limit: 900 },
  ];
  return sizes.map(isWithin).every(Boolean);
}

function isWithin({ what, paths, limit }) {
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1_000;
  console.log(`${what.padEnd(18)} ${size.toFixed(0).padStart(6)} KB of ${limit}`);
  if (size > limit) console.error(`${what}: more than ${limit} KB`);
  return size <= limit;
}

function contractAndSdk(folder, { contract, sdk }) {
  return install(folder, 'contract', {
    '@parley/contract': `file:${contract}`,
    '@parley/sdk': `file:${sdk}`,
  });
}

/** Without the contract and without zod: the mocks bundle the used parts of both. */
function mocksAndSdk(folder, { msw, sdk }) {
  return install(folder, 'mocks', {
    '@parley/msw': `file:${msw}`,
    '@parley/sdk': `file:${sdk}`,
    '@types/node': catalogVersion('@types/node'),
    msw: catalogVersion('msw'),
  });
}

/** Times the CPU time of the start of Node. The mocks usually take 2.3 to 3.1 times as much as the start. */
const importLimit = 6;

async function isQuick(project) {
  const cost = await importCost(project, '@parley/msw');
  const limit = `${importLimit} times the start of Node`;
  console.log(`import of the mocks ${cost.toFixed(1).padStart(5)} of ${limit}, in CPU time`);
  const isWithinLimit = cost <= importLimit;
  if (!isWithinLimit) console.error(`import of the mocks: more than ${limit}`);
  return isWithinLimit;
}

/** With the oldest compiler and the newest. */
function compilations({ project, names, types, oldest = compilers.oldest, tools }) {
  placeConsumers(project, names);
  const trials = [
    { version: oldest, mode: 'commonjs' },
    { version: oldest, mode: 'node16' },
    { version: compilers.newest, mode: 'node16' },
    { version: compilers.newest, mode: 'bundler' },
  ];
  return trials.map((trial) => () => {
    const possible = names.filter((name) => isPossible({ name, ...trial }));
    return compile(project, { names: possible, types, ...trial, tools });
  });
}

/** Runs the compiled program. */
function programs({ project, names, oldest = compilers.oldest }) {
  const modern = outputOf(compilers.newest, 'node16');
  const old = { version: oldest, mode: 'commonjs' };
  return names
    .flatMap((name) => [
      `${modern}/${name}.mjs`,
      `${modern}/${name}.cjs`,
      ...(isPossible({ name, ...old }) ? [`${outputOf(oldest, 'commonjs')}/${name}.js`] : []),
    ])
    .map((file) => async () => {
      const good = await runs(process.execPath, [file], { cwd: project });
      if (!good) console.error(`${file}: does not run`);
      return good;
    });
}
