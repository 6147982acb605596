import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const conditions = ['parley:source'];
const verified = { setupFiles: ['./packages/msw/test/verified-webhooks.ts'] };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ['default', './scripts/test/count-reporter.ts'],
    maxWorkers: 2,
    // Real databases and processes, on two cores that may be busy with more than us.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      project('contract'),
      project('domain'),
      project('search'),
      project('server', { globalSetup: './scripts/test/postgres-setup.ts' }),
      project('sdk'),
      project('msw', verified),
      project('conformance'),
      project('labs'),
      project('examples', { ...verified, include: ['examples/*/**/*.test.ts'] }),
      project('docs', { include: ['docs/**/*.test.ts'] }),
      project('scripts', { include: ['scripts/**/*.test.ts'] }),
    ],
  },
});

function project(
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`packages/${name}/{src,test,scripts}/**/*.test.ts`],
      ...options,
    },
  };
}
