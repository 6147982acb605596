import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';

const conditions = ['parley:source'];
const verified = { setupFiles: ['./packages/msw/test/verified-webhooks.ts'] };
const stored = { setupFiles: ['./scripts/test/await-sqlite.ts'] };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ['default', './scripts/test/count-reporter.ts'],
    // One more than the cores that CI has: tests that wait for a process, a disk or a timer leave a core idle.
    maxWorkers: 3,
    // The files of a project share a worker and its modules: loading them anew took longer than most tests.
    isolate: false,
    // Twice the default space for new objects. Most of them live as long as a request, so fewer survive a garbage
    // collection: 5 % less CPU time.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // Every project transforms its modules: those of the contract and the server would be transformed seven times.
    experimental: { fsModuleCache: true },
    // Real databases and processes, on two cores that may be busy with more than us. A limit only ends what hangs, so
    // no test sets its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    projects: [
      // In the order in which they run: first those that need no SQLite, which may still compile; then the longest.
      // A project starts workers of its own, which load all modules again: what can share them is one project.
      project('msw', verified),
      project('libraries', {
        include: ['search', 'contract', 'domain', 'conformance', 'provider-simulator'].map(testsOf),
      }),
      project('server', {
        ...stored,
        globalSetup: ['./scripts/test/postgres-setup.ts', './scripts/test/console-setup.ts'],
      }),
      project('sdk', stored),
      project('examples', {
        setupFiles: [...verified.setupFiles, ...stored.setupFiles],
        include: ['examples/*/**/*.test.ts'],
      }),
      project('tools', {
        ...stored,
        include: [testsOf('labs'), 'docs/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
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
      include: [testsOf(name)],
      ...options,
    },
  };
}

function testsOf(name: string): string {
  return `packages/${name}/{src,test,scripts}/**/*.test.ts`;
}
