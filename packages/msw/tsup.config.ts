import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { thirdPartyLicenses } from '../../scripts/third-party-licenses.mjs';

/** Declarations that bundling would change. */
const verbatim = ['src/disposable.d.ts', 'src/msw-request-handler.d.ts']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The used parts of the contract and of zod are bundled: the zod of the user may have any version. */
const common: Options = {
  target: 'es2022',
  platform: 'neutral',
  noExternal: [/^@parley\//, 'zod', '@ts-rest/core', 'ipaddr.js'],
  esbuildOptions: (options) => {
    // The mocks run in browsers too: no module that only Node has.
    options.conditions = ['parley:source', 'browser'];
    options.mainFields = ['module', 'main'];
  },
  splitting: false,
};

/** MSW 2 has the narrow door `core/http`, MSW 3 has `http`: the main one takes twice as long to load. */
const loadLate = `export function loadMsw() {
  try {
    return load('msw/core/http').http;
  } catch (error) {
    try { return load('msw/http').http; } catch { throw error; }
  }
}`;

export default defineConfig([
  {
    ...common,
    entry: ['src/index.ts'],
    format: ['esm', 'cjs'],
    dts: { banner: verbatim },
    esbuildPlugins: [
      thirdPartyLicenses(),
      {
        name: 'load-msw-late',
        setup(build) {
          const isCommonJs = build.initialOptions.outExtension?.['.js'] === '.cjs';
          const load = isCommonJs
            ? `const load = (door) => door === 'msw/http' ? require('msw/http') : require('msw/core/http');`
            : `const load = (door) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(door);`;
          build.onLoad({ filter: /[\\/]load-msw\.ts$/ }, () => ({ contents: load + loadLate }));
        },
      },
    ],
  },
  // Bundlers for browsers have to see the import of MSW.
  { ...common, entry: { browser: 'src/index.ts' }, format: ['esm'] },
]);
