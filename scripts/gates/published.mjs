// What an installed package is like: packed, judged, put into empty projects, type-checked and run.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, ensureBuilt, pnpm, readJson, root, tryRun } from '../workspace.mjs';

const libraries = ['contract', 'sdk', 'msw'];
/** The oldest TypeScript that we support, and the newest. */
const typescripts = { 'typescript-oldest': '5.4.5', 'typescript-newest': '7.0.2' };
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export function checkPublished() {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'parley-published-'));
  try {
    const tarballs = Object.fromEntries(
      [...libraries, 'server'].map((name) => [name, pack(name, folder)]),
    );
    const judged = [
      ...Object.values(tarballs).map((tarball) => publint(tarball)),
      ...libraries.map((name) => attw(tarballs[name])),
    ];
    return judged.every(Boolean) && installsAlone(folder, tarballs) && installs(folder, tarballs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function publint(tarball, options) {
  return tryRun(process.execPath, [binOf('publint'), 'run', tarball, '--strict'], options) === 0;
}

/** Subpaths need a resolver that knows `exports`: every Node and TypeScript that we support does. */
export function attw(tarball, options) {
  const args = [binOf('@arethetypeswrong/cli', 'attw'), tarball, '--profile', 'node16'];
  return tryRun(process.execPath, [...args, '--no-emoji', '--format', 'ascii'], options) === 0;
}

function pack(name, folder) {
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
  return compilesAndRuns(project, 'sdk');
}

function installs(folder, tarballs) {
  const project = emptyProject(folder, 'all', {
    '@parley/contract': `file:${tarballs.contract}`,
    '@parley/msw': `file:${tarballs.msw}`,
    '@parley/sdk': `file:${tarballs.sdk}`,
    msw: catalogVersion('msw'),
    ...aliases(),
  });
  return ['sdk', 'contract', 'msw'].every((name) => compilesAndRuns(project, name));
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

/** Each consumer as an ES module and as CommonJS, with every compiler and resolver; and then for real. */
function compilesAndRuns(project, name) {
  const source = join(import.meta.dirname, 'consumers', `${name}.ts`);
  cpSync(source, join(project, `${name}.mts`));
  cpSync(source, join(project, `${name}.cts`));
  const wrong = join(project, `${name}-wrong.mts`);
  cpSync(join(import.meta.dirname, 'consumers', `${name}-wrong.ts`), wrong);
  let good = true;
  for (const compiler of Object.keys(typescripts)) {
    for (const resolution of ['node16', 'bundler']) {
      const files = resolution === 'node16' ? [`${name}.mts`, `${name}.cts`] : [`${name}.mts`];
      const label = `${name} with ${compiler} ${typescripts[compiler]}, ${resolution}`;
      if (!compile(project, compiler, resolution, files)) {
        console.error(`${label}: does not compile`);
        good = false;
      }
      if (compile(project, compiler, resolution, [`${name}-wrong.mts`], 'ignore')) {
        console.error(`${label}: its types are empty, they allow everything`);
        good = false;
      }
    }
  }
  for (const file of [`out/${name}.mjs`, `out/${name}.cjs`]) {
    if (tryRun(process.execPath, [file], { cwd: project }) !== 0) {
      console.error(`${file}: does not run`);
      good = false;
    }
  }
  return good;
}

function compile(project, compiler, resolution, files, stdio = 'inherit') {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    // The CommonJS declarations of Mock Service Worker itself import an ES module.
    skipLibCheck: files.includes('msw.cts'),
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    module: resolution === 'node16' ? 'node16' : 'esnext',
    moduleResolution: resolution,
    outDir: resolution === 'node16' ? 'out' : 'out-bundler',
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const manifest = join(project, 'node_modules', compiler, 'package.json');
  const tsc = join(manifest, '..', readJson(manifest).bin.tsc);
  return tryRun(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: project, stdio }) === 0;
}

function aliases() {
  return Object.fromEntries(
    Object.entries(typescripts).map(([name, version]) => [name, `npm:typescript@${version}`]),
  );
}

/** Exactly what the workspace installs. */
function catalogVersion(name) {
  return readJson(`node_modules/.pnpm/node_modules/${name}/package.json`).version;
}
