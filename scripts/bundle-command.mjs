import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** Packages with native code, which a bundle cannot contain, and those that Knex and pg load for other databases. */
const outside = [
  '@node-rs/argon2',
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

const cli = join(root, 'packages/server/src/cli');

/** A folder for bundles of the command: beside the packages that they load. */
export const commandCache = join(root, 'packages/server/node_modules/.cache');

/** The file in the folder of the bundle that Node runs. It is written last. */
export const entryName = 'parley.mjs';

/**
 * Bundles the `parley` command, or a source that exports another `runParley`, with its packages. The bundle is one
 * CommonJS file, because Node 20 can only load compiled code of such a file. The first process that ends without an
 * error stores the compiled code.
 */
export async function bundleCommand(
  folder,
  { source = join(cli, 'run.ts'), sourcemap = false } = {},
) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [source],
    outfile: join(folder, 'bundle.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    conditions: ['parley:source'],
    // esbuild would not run a module that it wraps and that is only exported again.
    ignoreAnnotations: true,
    // A script with compiled code cannot import modules.
    supported: { 'dynamic-import': false },
    external: outside,
    plugins: [knexOnce],
    sourcemap,
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: 'warning',
  });
  // esbuild leaves other characters in regular expressions and comments. They double the memory of a text in V8, and
  // decoding this one took a tenth of the CPU time of a start.
  const bundle = join(folder, 'bundle.cjs');
  const escaped = readFileSync(bundle, 'utf8').replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(bundle, escaped);
  writeFileSync(join(folder, 'run.cjs'), loader);
  const main = readFileSync(join(cli, 'main.ts'), 'utf8');
  const unfinished = join(folder, 'unfinished');
  writeFileSync(unfinished, main.replace('./run.ts', './run.cjs'));
  renameSync(unfinished, join(folder, entryName));
}

/** Lets esbuild see the dialect of Knex, which the server loads by a function of its own. */
const knexOnce = {
  name: 'knex-once',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]db[\\/]sqlite\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^const require = .*$/m, ''),
      loader: 'ts',
    })),
};

const loader = `
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'bundle.cjs');
const compiled = join(__dirname, 'bundle.compiled');
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new Script(wrap(readFileSync(filename, 'latin1')), { filename, cachedData });
if (!cachedData)
  process.on('exit', (code) => {
    if (code !== 0 || existsSync(compiled)) return;
    const own = compiled + process.pid;
    try {
      writeFileSync(own, script.createCachedData());
      renameSync(own, compiled);
    } catch {
      // A command of another user may not write here. The code is compiled again.
    }
  });
const loaded = { exports: {} };
script.runInThisContext()(loaded.exports, require, loaded, filename, __dirname);
exports.runParley = loaded.exports.runParley;
`;
