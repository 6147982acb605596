// Gets better-sqlite3 its native part: already there, downloaded, or compiled. Never fails the install,
// because Postgres works without it. Run by itself it repairs a workspace used with another Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The parts of SQLite that no query of Parley uses: without them, SQLite compiles in six sevenths of the time. */
const unused = [
  'DBSTAT_VTAB',
  'FTS3',
  'FTS3_PARENTHESIS',
  'FTS4',
  'GEOPOLY',
  'PERCENTILE',
  'RTREE',
];

const isProgram =
  process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
// `npm test` compiles while the tests that need no SQLite run.
if (isProgram && !process.env.PARLEY_SQLITE_LATER) provideSqlite();

/** True when better-sqlite3 works under the Node that runs this; builds it first when needed. */
export function provideSqlite() {
  const folder = sqliteFolder();
  if (!folder) return false;
  if (loads(folder)) return true;
  console.log(
    `better-sqlite3: no binary for Node ${process.version} yet; looking for a prebuilt one …`,
  );
  if (download(folder) && loads(folder)) return true;
  console.log('better-sqlite3: compiling it; this takes about a minute, once …');
  const log = compile(folder);
  if (loads(folder)) return true;
  console.warn(`${log.split('\n').slice(-15).join('\n')}

better-sqlite3 could not be built, so Parley cannot use SQLite here. Either
  - install a C++ compiler, make and Python 3 (Debian and Ubuntu: apt install build-essential python3),
    then run: node scripts/postinstall.mjs
  - or use Postgres: set PARLEY_DATABASE_URL=postgres://…
`);
  return false;
}

function sqliteFolder() {
  try {
    const fromServer = createRequire(join(root, 'packages/server/package.json'));
    return dirname(fromServer.resolve('better-sqlite3/package.json'));
  } catch {
    console.warn('better-sqlite3 is not installed; skipped.');
    return undefined;
  }
}

/** In a child process: a binary built for another Node can crash instead of throwing. */
function loads(folder) {
  if (!existsSync(join(folder, 'build/Release/better_sqlite3.node'))) return false;
  const probe = `new (require(${JSON.stringify(folder)}))(':memory:').prepare('select 1').get()`;
  return spawnSync(process.execPath, ['-e', probe], { stdio: 'ignore' }).status === 0;
}

function download(folder) {
  try {
    const fromSqlite = createRequire(join(folder, 'package.json'));
    const tool = join(dirname(fromSqlite.resolve('prebuild-install/package.json')), 'bin.js');
    const run = spawnSync(process.execPath, [tool], {
      cwd: folder,
      stdio: 'ignore',
      timeout: 60_000,
    });
    return run.status === 0;
  } catch {
    return false;
  }
}

function compile(folder) {
  let tool;
  try {
    tool = createRequire(join(root, 'package.json')).resolve('node-gyp/bin/node-gyp.js');
  } catch {
    return 'node-gyp is not installed.';
  }
  const headers = headersFolder();
  const first = join(root, 'scripts/native/object-wrap-without-hooks.h');
  const env = {
    ...process.env,
    JOBS: 'max',
    npm_config_loglevel: 'warn',
    // SQLite is as fast as with the -O3 of the package, and compiles in three quarters of the time. Without symbols for
    // a debugger, it takes four fifths of that. node-gyp asks for warnings that the package then hides: GCC looks for
    // them for more than a quarter of the time.
    CFLAGS: [
      process.env.CFLAGS ?? '',
      '-O2',
      '-g0',
      '-Wno-all',
      '-Wno-extra',
      ...unused.map((name) => `-USQLITE_ENABLE_${name}`),
    ].join(' '),
    CXXFLAGS: `${process.env.CXXFLAGS ?? ''} -g0 -include "${first}"`,
    CL: `${process.env.CL ?? ''} /FI"${first}"`,
  };
  // A nodedir of the user's npm settings may belong to another Node, and would compile the wrong ABI in silence.
  for (const name of Object.keys(env)) if (/^npm_config_nodedir$/i.test(name)) delete env[name];
  const run = spawnSync(
    process.execPath,
    [tool, 'rebuild', '--release', ...(headers ? [`--nodedir=${headers}`] : [])],
    { cwd: folder, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 15 * 60_000 },
  );
  return `${run.stdout ?? ''}\n${run.stderr ?? ''}\n${run.error?.message ?? ''}`;
}

/** A folder whose include/node is exactly this Node's; undefined lets node-gyp download the headers. */
function headersFolder() {
  const beside = dirname(dirname(realpathSync(process.execPath)));
  // The npm package `node` keeps them in the package of the platform.
  const platform = `node-${process.platform}-${process.arch}`;
  const folders = [beside, join(beside, 'node_modules', platform), join(beside, '..', platform)];
  return [...folders, dirname(dirname(process.execPath)), '/usr', '/usr/local'].find((folder) => {
    const file = join(folder, 'include/node/node_version.h');
    return existsSync(file) && versionIn(readFileSync(file, 'utf8')) === process.versions.node;
  });
}

function versionIn(header) {
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(header)?.[1];
  return `${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}`;
}
