import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { thirdPartyLicenses } from '../../scripts/third-party-licenses.mjs';

const handlerType = readFileSync('src/msw-request-handler.d.ts', 'utf8');

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  // `await using` needs a library that consumers may not have switched on.
  dts: { banner: `/// <reference lib="esnext.disposable" />\n${handlerType}` },
  clean: true,
  splitting: true,
  treeshake: true,
  esbuildPlugins: [
    thirdPartyLicenses(),
    {
      name: 'load-msw-late',
      setup(build) {
        if (build.initialOptions.outExtension?.['.js'] !== '.cjs') return;
        build.onLoad({ filter: /[\\/]load-msw\.ts$/ }, () => ({
          contents: `export const loadMsw = () => require('msw');`,
        }));
      },
    },
  ],
});
