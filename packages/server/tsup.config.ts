import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'tsup';
import { thirdPartyLicenses } from '../../scripts/third-party-licenses.mjs';

const viewer = join(
  dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')),
  'browser/standalone.js',
);

export default defineConfig({
  entry: ['src/index.ts', 'src/cli/main.ts', 'src/cli/stop-signals.ts'],
  format: ['esm'],
  target: 'node20',
  platform: 'node',
  // The types of its exports are written out, so the compiler need not read the other files of the server.
  dts: { entry: ['src/index.ts'], compilerOptions: { noCheck: true, noResolve: true } },
  clean: true,
  splitting: true,
  esbuildPlugins: [thirdPartyLicenses()],
  // The viewer of /docs ships as one file: its package would bring a web framework along.
  onSuccess: () => cp(viewer, 'dist/docs/viewer.js'),
});
