import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longest-first.ts';

const conditions = ['parley:source'];
const installed = readFileSync(new URL('node_modules/.pnpm/lock.yaml', import.meta.url));
const versions = createHash('sha256').update(installed).digest('hex').slice(0, 12);

// All tests are one project: each project transforms its modules, and its workers load them, anew.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/{src,test,scripts}/**/*.test.ts',
      'examples/*/**/*.test.ts',
      'docs/**/*.test.ts',
      'scripts/**/*.test.{ts,mjs}',
    ],
    // Those of other test runners.
    exclude: [...configDefaults.exclude, 'scripts/gates/consumers/**'],
    globalSetup: [
      './scripts/test/postgres-setup.ts',
      './scripts/test/console-setup.ts',
      './scripts/test/command-setup.ts',
    ],
    setupFiles: ['./packages/msw/test/verified-webhooks.ts', './scripts/test/await-sqlite.ts'],
    reporters: ['default', './scripts/test/count-reporter.ts'],
    // Two more than the cores that CI has: tests that wait for a process, a disk or a timer leave a core idle.
    maxWorkers: 4,
    // Concurrent tests mostly wait: those of a lost database for its time limits.
    maxConcurrency: 10,
    // The files share the workers and their modules: loading them anew took longer than most tests.
    isolate: false,
    // Twice the default space for new objects. Most of them live as long as a request, so fewer survive a garbage
    // collection: 5 % less CPU time.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // A second run transforms only the modules that changed.
    experimental: {
      fsModuleCache: true,
      // When the installed packages change, Vitest removes the folder of its cache. Then it fails, because the folder is
      // missing.
      fsModuleCachePath: `node_modules/.experimental-vitest-cache/${versions}`,
    },
    // Real databases and processes, on two cores that may be busy with more than us. A limit only ends what hangs, so
    // no test sets its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
