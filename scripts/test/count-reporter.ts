import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Prints what failed, a line each, what ran against which target, then one line for machines: `N passed, N failed`.
 * A test belongs to the target that its describe titles or its file name, else to its package.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const counts = new Map<string, Count>();
    for (const module of modules) {
      countModule(module, counts);
      printFailures(module);
    }
    for (const { message } of unhandled) printFailure('outside any test', message);
    if (unhandled.length > 0) countOf(counts, 'outside any test').failed += unhandled.length;

    console.log('');
    const rows = [...counts].sort(([a], [b]) => a.localeCompare(b));
    for (const [target, count] of rows) console.log(`${target.padEnd(18)} ${line(count)}`);

    const total = { passed: 0, failed: 0, skipped: 0 };
    for (const count of counts.values()) {
      for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key];
    }
    for (const target of missingTargets(counts)) {
      console.log(`${target.padEnd(18)} nothing ran, which is a failure`);
      total.failed += 1;
    }
    if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
    writeFailures(modules, total);
    console.log(`\n${line(total)}`);
  }
}

/** For `npm test`, which runs single tests that failed again. Failures of anything but a test are not in the list. */
function writeFailures(modules: readonly TestModule[], total: Count) {
  const path = process.env['PARLEY_TEST_FAILURES'];
  if (!path) return;
  const failed = modules.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => ({
      file: module.relativeModuleId,
      name: test.fullName.replaceAll(' > ', ' '),
      where: `${module.relativeModuleId} > ${test.fullName}`,
    })),
  );
  writeFileSync(path, JSON.stringify({ total, failed }));
}

const targets = ['SQLite', 'Postgres', 'mocks'];

function missingTargets(counts: Map<string, Count>) {
  const wanted = (process.env['PARLEY_TEST_TARGETS'] ?? '').split(',').filter(Boolean);
  return wanted.filter((target) => !counts.get(target)?.passed);
}

function countModule(module: TestModule, counts: Map<string, Count>) {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    // "pending" after the end: the run was cut off before the test.
    countOf(counts, targetOf(test))[state === 'pending' ? 'failed' : state] += 1;
  }
  // A file that does not load or a hook that throws leaves tests skipped, not failed.
  const broken = [module, ...module.children.allSuites()].filter(
    (part) => part.errors().length > 0,
  ).length;
  if (broken > 0) countOf(counts, packageOf(module)).failed += broken;
}

function printFailures(module: TestModule) {
  for (const part of [module, ...module.children.allSuites()]) {
    const [error] = part.errors();
    if (error) printFailure(module.relativeModuleId, error.message);
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    const reason = state === 'pending' ? 'the run ended before it' : errors?.[0]?.message;
    if (state === 'failed' || state === 'pending') {
      printFailure(`${module.relativeModuleId} > ${test.fullName}`, reason);
    }
  }
}

// `.ci/run` repeats these lines at its end.
function printFailure(where: string, reason = 'no reason given') {
  console.log(`failed: ${where}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
}

function targetOf(test: TestCase): string {
  const titles: string[] = [];
  let parent: TestSuite | TestModule = test.parent;
  for (; parent.type === 'suite'; parent = parent.parent) titles.push(parent.name);
  const address = [...titles, test.module.relativeModuleId].join(' ').toLowerCase();
  const named = targets.find((target) => address.includes(target.toLowerCase()));
  return named ?? packageOf(test.module);
}

/** Returns the package of a test file, or its folder outside of the packages. */
function packageOf({ relativeModuleId }: TestModule): string {
  return /^(?:packages[\\/])?([^\\/]+)/.exec(relativeModuleId)?.[1] ?? relativeModuleId;
}

function countOf(counts: Map<string, Count>, target: string): Count {
  const count = counts.get(target) ?? { passed: 0, failed: 0, skipped: 0 };
  counts.set(target, count);
  return count;
}

function line({ passed, failed, skipped }: Count) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
