import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passAlone } from './pass-alone.mjs';

const file = 'packages/a/src/a.test.ts';
const failedTests = (...names) => names.map((name) => ({ file, name, where: `${file} > ${name}` }));
let printed;
let begun;

beforeEach(() => {
  printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  begun = [];
});
afterEach(() => printed.mockRestore());

/** Runs of which the nth ends with the nth code; the others pass. */
async function judge(failed, { count = failed.length, codes = [] } = {}) {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-alone-')), 'failures.json');
  writeFileSync(path, JSON.stringify({ total: { passed: 7, failed: count, skipped: 1 }, failed }));
  return await passAlone(path, (args) => {
    const run = new EventEmitter();
    const code = codes[begun.length] ?? 0;
    begun.push(args);
    setImmediate(() => run.emit('exit', code));
    return run;
  });
}

test('a run passes when each of two failed tests passes five times alone', async () => {
  expect(await judge(failedTests('one (a)?', 'two'))).toBe(true);
  expect(begun).toHaveLength(10);
  expect(begun[0].at(-1)).toBe('^one \\(a\\)\\?$');
  const lines = printed.mock.calls.flat();
  expect(lines.slice(-3)).toEqual([
    `unstable: ${file} > one (a)?`,
    `unstable: ${file} > two`,
    '\n9 passed, 0 failed, 1 skipped',
  ]);
});

test('a run fails when a test fails once more', async () => {
  expect(await judge(failedTests('one'), { codes: [0, 0, 0, 0, 1] })).toBe(false);
});

test('a run fails when more than two tests failed, or anything but a test', async () => {
  expect(await judge(failedTests('one', 'two', 'three'))).toBe(false);
  expect(await judge(failedTests('one'), { count: 2 })).toBe(false);
  expect(await passAlone('no such file', () => {})).toBe(false);
  expect(begun).toEqual([]);
});
