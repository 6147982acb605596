import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';

const conditions = ['parley:source'];
const verified = { setupFiles: ['./packages/msw/test/verified-webhooks.ts'] };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ['default', './scripts/test/count-reporter.ts'],
    maxWorkers: 2,
    // The files of a project share a worker and its modules: loading them anew took longer than most tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Real databases and processes, on two cores that may be busy with more than us.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      // In the order in which they run: the longest first.
      project('server', { globalSetup: './scripts/test/postgres-setup.ts' }),
      project('msw', verified),
      project('search'),
      project('sdk'),
      project('examples', { ...verified, include: ['examples/*/**/*.test.ts'] }),
      project('labs'),
      project('provider-simulator'),
      project('contract'),
      project('domain'),
      project('conformance'),
      project('docs', { include: ['docs/**/*.test.ts'] }),
      project('scripts', {
        include: ['scripts/**/*.test.{ts,mjs}'],
        // Those of other test runners.
        exclude: ['scripts/gates/consumers/**'],
      }),
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
