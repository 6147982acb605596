// A test runner for runtimes without one: runs each test once, and ends with 1 when any has failed.
import assert from 'node:assert/strict';
import { everyFunction } from './every-function.mjs';

// Negates every expectation, to show that the runner detects failures.
const isWrong = process.argv.includes('--wrong');
const tests = [];
const before = [];
const after = [];
everyFunction({
  test: (title, run) => tests.push({ title, run }),
  beforeEach: (run) => before.push(run),
  afterEach: (run) => after.push(run),
  equal: (actual, expected) => assert.deepEqual(actual, isWrong ? undefined : expected),
});
if (tests.length === 0) throw new Error('there are no tests');

for (const { title, run } of tests) {
  try {
    for (const hook of before) hook();
    await run();
    for (const hook of after) hook();
  } catch (error) {
    process.exitCode = 1;
    console.error(`${title}:`, error);
  }
}
