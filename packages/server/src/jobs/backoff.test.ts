import { failureBackoffMs } from '@parley/domain';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test.each([
  [1, 2_000],
  [2, 8_000],
  [5, 480_000],
  [9, 480_000],
])('after attempt %i the wait is %i ms ± 20 %%', (attempt, wait) => {
  expect(backoffMs(failureBackoffMs, attempt, () => 0.5)).toBe(wait);
  expect(backoffMs(failureBackoffMs, attempt, () => 0)).toBe(wait * 0.8);
  expect(backoffMs(failureBackoffMs, attempt, () => 1)).toBe(wait * 1.2);
});
