import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['parley:source', 'module', 'node', 'import', 'default'] } },
  resolve: { conditions: ['parley:source', 'module', 'node', 'import', 'default'] },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/*/**/*.test.ts', 'scripts/**/*.test.ts'],
    passWithNoTests: false,
  },
});
