import { defineConfig } from 'tsup';
import { writeDeclarations } from '../../scripts/declarations.mjs';

const entry = {
  index: 'src/index.ts',
  schemas: 'src/generated/schemas.ts',
  console: 'src/console/index.ts',
  openapi: 'src/openapi.ts',
  'public-address': 'src/public-address.ts',
  'rate-limit': 'src/rate-limit.ts',
  'webhook-signature': 'src/webhook-signature.ts',
};

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: { entry: writeDeclarations('contract', entry), compilerOptions: { noCheck: true } },
  clean: true,
  splitting: true,
  treeshake: true,
});
