import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { binOf } from '../workspace.mjs';

// Why, and the limits: docs/decisions/0435-unstable-tests.md.

const mostUnstable = 2;
const runs = 5;

/**
 * Whether all failed tests of a whole run are unstable: at most two failed, nothing else did, and each passes five times
 * alone. Prints them, and the counts of the run.
 */
export async function passAlone(failures, start) {
  if (!existsSync(failures)) return false;
  const { total, failed } = JSON.parse(readFileSync(failures, 'utf8'));
  if (failed.length !== total.failed || failed.length > mostUnstable) return false;
  for (const test of failed) {
    for (let run = 1; run <= runs; run += 1) {
      console.log(`\nalone, ${run} of ${runs}: ${test.where}`);
      if (!(await passes(test, start))) return false;
    }
  }
  console.log('');
  for (const { where } of failed) console.log(`unstable: ${where}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed + failed.length} passed, 0 failed${skipped}`);
  return true;
}

async function passes({ file, name }, start) {
  const exact = `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
  const run = start([binOf('vitest'), 'run', file, '-t', exact], {
    PARLEY_TEST_TARGETS: '',
  });
  const [code] = await once(run, 'exit');
  return code === 0;
}
