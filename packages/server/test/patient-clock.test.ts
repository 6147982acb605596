import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cpuMsSince } from '../../../scripts/test/longest-hold.ts';
import { startPatientClock } from './patient-clock.ts';

test('the patient clock counts the work of a process that holds its loop', async () => {
  const clock = startPatientClock();
  const workMs = 400;
  const before = process.cpuUsage();
  while (cpuMsSince(before) < workMs);
  // Timers run in the order of their times, so the turn of the clock comes first.
  await sleep(200);
  expect(clock()).toBeGreaterThanOrEqual(workMs);
  expect(clock.longestHoldMs()).toBeGreaterThanOrEqual(workMs);
});
