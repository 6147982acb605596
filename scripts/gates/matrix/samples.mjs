// The code samples of the documentation, compiled and run against the packed libraries. They come from these files.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../workspace.mjs';
import { runs } from '../processes.mjs';
import { catalogVersion, lend } from '../tools.mjs';

/** The tests that pages show, and what they import. */
const files = new Set([
  ...pages().flatMap((page) =>
    Array.from(page.matchAll(/<!-- from: (packages\/(?:msw|sdk)\/[^#]+)#/g), ([, file]) => file),
  ),
  'packages/msw/test/requests.ts',
  'packages/sdk/test/generated/docstrings.test-d.ts',
]);

const used = [
  '@types/better-sqlite3',
  '@types/express',
  'express',
  'node-fetch',
  'tsx',
  'typescript',
  'undici',
  'vitest',
];
export const samplePackages = Object.fromEntries(used.map((name) => [name, catalogVersion(name)]));

/** Returns the trials in this project, which has these packages. */
export function samplesIn(project) {
  const others = ['node_modules', 'tsconfig.json'];
  const filter = (path) => !others.includes(basename(path)) && !needsServer(path);
  cpSync(join(root, 'examples'), join(project, 'examples'), { recursive: true, filter });
  const runner = readFileSync(join(root, 'examples/run.ts'), 'utf8');
  writeFileSync(
    join(project, 'examples/run.ts'),
    runner.replace(/'--conditions=\S+'/, "'--no-warnings'"),
  );
  writeFileSync(join(project, 'examples/package.json'), '{ "type": "module" }');
  // Compiled by the workspace: the registry has no binary of it.
  lend(project, 'better-sqlite3', join(root, 'packages/server'));
  for (const file of files) {
    const [, name] = file.split('/');
    const folder = join(project, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, basename(file)),
      installed(readFileSync(join(root, file), 'utf8'), name),
    );
  }
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', types: ['node'], strict: true, skipLibCheck: true },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], exactOptionalPropertyTypes: true },
    ...{ noUncheckedIndexedAccess: true, allowImportingTsExtensions: true, noEmit: true },
  };
  const include = ['examples', 'msw', 'sdk'];
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const script =
    (...args) =>
    () =>
      runs(process.execPath, args, { cwd: project });
  return [
    { name: 'samples compile', passes: script('node_modules/typescript/bin/tsc') },
    { name: 'samples run', passes: script('node_modules/vitest/vitest.mjs', 'run', ...include) },
  ];
}

function pages() {
  const folders = ['docs', 'packages/msw/README.md', 'packages/sdk/README.md', 'README.md'];
  const found = folders.flatMap((path) =>
    path.endsWith('.md')
      ? [path]
      : readdirSync(join(root, path), { recursive: true }).map((file) => join(path, file)),
  );
  return found
    .filter((path) => path.endsWith('.md'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
}

/** Whether this starts a whole server, or is a test against one, which `npm test` runs. */
function needsServer(path) {
  return path.endsWith('.ts') && readFileSync(path, 'utf8').includes('startDemoServer');
}

/** The sources as users would write them: with the packages instead of their sources. */
function installed(source, name) {
  return source.replaceAll(/'(?:\.\.\/)+src\/(\w+)\.ts'/g, (_, door) =>
    door === 'index' ? `'@parley/${name}'` : `'@parley/${name}/${door}'`,
  );
}
