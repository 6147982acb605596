import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/webhooks.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  // The contract's small files are bundled in: the package has no dependency.
  esbuildOptions: (options) => {
    options.conditions = ['parley:source'];
  },
  dts: true,
  clean: true,
  splitting: true,
  treeshake: true,
});
