// Consumers of the packed libraries, compiled by the versions of TypeScript that users have.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../workspace.mjs';
import { capture } from './processes.mjs';

/**
 * How a project may resolve packages. `commonjs` stands alone in a tsconfig.json, as with ts-jest: compilers before 7 then
 * resolve without `exports`.
 */
export const modes = {
  commonjs: { module: 'commonjs', extensions: ['ts'] },
  node16: { module: 'node16', extensions: ['mts', 'cts'] },
  nodenext: { module: 'nodenext', extensions: ['mts', 'cts'] },
  bundler: { module: 'esnext', extensions: ['mts'], since: 5 },
};

/** Returns the dependencies that bring these compilers into a project. */
export function compilerAliases(versions) {
  return Object.fromEntries(
    versions.map((version) => [`typescript-${version}`, `npm:typescript@${version}`]),
  );
}

/** Puts the sources of these consumers into a project, as every kind of module. */
export function placeConsumers(project, names) {
  for (const name of names) {
    const source = join(import.meta.dirname, 'consumers', `${name}.ts`);
    for (const kind of ['mts', 'cts', 'ts']) cpSync(source, join(project, `${name}.${kind}`));
  }
}

/** Whether this consumer can be compiled in this mode. */
export function isPossible({ name, version, mode }) {
  // The types of MSW itself do not resolve without `exports`.
  if (name === 'msw' && mode === 'commonjs') return false;
  return majorOf(version) >= (modes[mode].since ?? 0);
}

/** The folder, inside the project, that contains those of all compilations. */
export const outputs = 'out';

/** Returns the folder, inside the project, that `compile` writes to. */
export function outputOf(version, mode) {
  return `${outputs}/${version}-${mode}`;
}

/**
 * Compiles these consumers, and the declarations of the libraries with them. Prints the errors. `tools` is where the
 * compilers are installed.
 */
export async function compile(project, { names, types, version, mode, tools = project }) {
  const { module, extensions } = modes[mode];
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    // The declarations of TypeScript itself take a third of the time. A conflict with them is reported in ours.
    skipDefaultLibCheck: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types,
    module,
    ...resolutionOf(version, mode),
    outDir: outputOf(version, mode),
  };
  const files = names.flatMap((name) => extensions.map((extension) => `${name}.${extension}`));
  const config = `tsconfig.${names.join('-')}-${version}-${mode}.json`;
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files }));
  const manifest = join(tools, 'node_modules', `typescript-${version}`, 'package.json');
  const args = [
    join(manifest, '..', readJson(manifest).bin.tsc),
    '-p',
    config,
    ...['--pretty', 'false'],
    // Parallel checkers need twice the CPU time, because each checks the shared types again.
    ...(majorOf(version) >= 7 ? ['--singleThreaded'] : []),
  ];
  const { code, output } = await capture(process.execPath, args, { cwd: project });
  const lines = output.split('\n').filter(Boolean);
  if (code === 0 && lines.length === 0) return true;
  const what = `${names.join(', ')} with TypeScript ${version}, ${mode}`;
  console.error([`${what}: tsc ended with ${code}`, ...lines].join('\n  '));
  return false;
}

function resolutionOf(version, mode) {
  if (mode !== 'commonjs') return { moduleResolution: mode };
  const major = majorOf(version);
  if (major >= 7) return { moduleResolution: 'bundler' };
  return {
    moduleResolution: 'node',
    // The types of zod ask for it in CommonJS.
    esModuleInterop: true,
    ...(major === 6 && { ignoreDeprecations: '6.0' }),
  };
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}
