import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/webhooks.ts', 'src/validate.ts', 'src/resources/*.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  // What is used of the contract is bundled in: the package has no dependency. zod is the user's own.
  esbuildOptions: (options) => {
    options.conditions = ['parley:source'];
  },
  external: ['zod'],
  dts: true,
  clean: true,
  splitting: true,
  treeshake: true,
});
