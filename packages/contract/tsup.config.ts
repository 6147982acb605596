import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/schemas.ts',
    'src/openapi.ts',
    'src/public-address.ts',
    'src/rate-limit.ts',
    'src/webhook-signature.ts',
  ],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  clean: true,
  splitting: true,
  treeshake: true,
});
