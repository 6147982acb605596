import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { writeDeclarations } from '../../scripts/declarations.mjs';
import { thirdPartyLicenses } from '../../scripts/third-party-licenses.mjs';
import { withoutDocumentation } from '../../scripts/without-documentation.ts';

/** Declarations that bundling would change. */
const verbatim = ['src/disposable.d.ts', 'src/msw-request-handler.d.ts']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The used parts of the contract and of zod are bundled: the zod of the user may have any version. */
const common: Options = {
  target: 'es2022',
  platform: 'neutral',
  noExternal: [/^@parley\//, 'zod', 'ipaddr.js'],
  esbuildOptions: (options) => {
    // The mocks run in browsers too: no module that only Node has.
    options.conditions = ['parley:source', 'browser'];
    options.mainFields = ['module', 'main'];
  },
  splitting: false,
};

/** MSW 2 has the narrow door `core/http`, MSW 3 has `http`: the main one takes twice as long to load. */
const loadMswLate = `export function loadMsw() {
  try {
    return load('msw/core/http').http;
  } catch (error) {
    try { return load('msw/http').http; } catch { throw error; }
  }
}`;

/** Returns functions of the same names, which load `search.cjs` at the first call. */
function loadSearchLate(source: string): string {
  const names = [...source.matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  const functions = names.map(
    (name) => `export const ${name} = (...args) => search().${name}(...args);`,
  );
  return `let loaded;\nconst search = () => (loaded ??= load('./search.cjs'));\n${functions.join('\n')}`;
}

/** For Node: MSW and the search are loaded when they are first used. */
const loadLate: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'load-late',
  setup(build) {
    const isCommonJs = build.initialOptions.outExtension?.['.js'] === '.cjs';
    // Bundlers follow `require` only with a literal.
    const load = isCommonJs
      ? `const load = (door) => door === './search.cjs' ? require('./search.cjs') : door === 'msw/http' ? require('msw/http') : require('msw/core/http');`
      : `const load = (door) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(door);`;
    build.onResolve({ filter: /^\.\/search\.cjs$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /[\\/]src[\\/]load-msw\.ts$/ }, () => ({
      contents: load + loadMswLate,
    }));
    build.onLoad({ filter: /[\\/]msw[\\/]src[\\/]search\.ts$/ }, ({ path }) => ({
      contents: load + loadSearchLate(readFileSync(path, 'utf8')),
    }));
  },
};

/** The mocks show no descriptions. Each would copy its schema whenever a test imports the mocks. */
const leaveOutDocumentation: typeof loadLate = {
  name: 'leave-out-documentation',
  setup(build) {
    build.onLoad({ filter: /[\\/]contract[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: withoutDocumentation(readFileSync(path, 'utf8'), { keepValues: true }),
      loader: 'ts',
    }));
  },
};

export default defineConfig([
  {
    ...common,
    entry: ['src/index.ts'],
    format: ['esm', 'cjs'],
    dts: {
      entry: writeDeclarations('msw', { index: 'src/index.ts' }),
      banner: verbatim,
      // The declarations of the contract are already built.
      compilerOptions: { noCheck: true, customConditions: [] },
    },
    esbuildPlugins: [loadLate, leaveOutDocumentation],
  },
  { ...common, entry: ['src/search.ts'], format: ['cjs'] },
  // Bundlers for browsers have to see the import of MSW, and all code in one file.
  {
    ...common,
    entry: { browser: 'src/index.ts' },
    format: ['esm'],
    esbuildPlugins: [thirdPartyLicenses(), leaveOutDocumentation],
  },
]);
