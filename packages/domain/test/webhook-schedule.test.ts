import { webhookSchedule } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { type FailedAttempt, waitAfter } from '../src/index.ts';

const failed: FailedAttempt = { statusCode: 500, error: null, retryAfterSeconds: null };
const middle = () => 0.5;

describe('the wait after an attempt', () => {
  test.each(webhookSchedule.slice(1).map((seconds, index) => [index + 1, seconds] as const))(
    'number %i is %i seconds',
    (attempts, seconds) => {
      expect(waitAfter(attempts, failed, middle)).toBe(seconds * 1_000);
    },
  );

  test('does not exist after the tenth attempt', () => {
    expect(waitAfter(10, failed, middle)).toBeUndefined();
    expect(waitAfter(11, failed, middle)).toBeUndefined();
  });

  test('varies by 20 % in both directions', () => {
    expect(waitAfter(2, failed, () => 0)).toBe(240_000);
    expect(waitAfter(2, failed, () => 1)).toBe(360_000);
  });

  test('adds up to 75 hours and 35 minutes', () => {
    const waits = webhookSchedule.map((_, attempts) => waitAfter(attempts, failed, middle) ?? 0);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe((75 * 60 + 35) * 60_000 + 5_000);
  });

  test.each([
    ['429', { statusCode: 429 }, 60_000],
    ['502', { statusCode: 502 }, 60_000],
    ['504', { statusCode: 504 }, 60_000],
    ['503', { statusCode: 503 }, 5_000],
    ['a timeout', { statusCode: null, error: { code: 'timeout', message: '' } }, 60_000],
    [
      'a refused connection',
      { statusCode: null, error: { code: 'connection_refused', message: '' } },
      5_000,
    ],
  ] as const)('is at least a minute after an overload response: %s', (_name, change, wait) => {
    expect(waitAfter(1, { ...failed, ...change }, middle)).toBe(wait);
    expect(waitAfter(3, { ...failed, ...change }, middle)).toBe(1_800_000);
  });

  test.each([
    ['raises it', 120, 120_000],
    ['never lowers it', 1, 5_000],
    ['is not believed beyond a day', 1_000_000, 86_400_000],
  ])('Retry-After %s', (_name, retryAfterSeconds, wait) => {
    expect(waitAfter(1, { ...failed, retryAfterSeconds }, middle)).toBe(wait);
  });

  test('Retry-After does not extend a series that has ended', () => {
    expect(waitAfter(10, { ...failed, retryAfterSeconds: 60 }, middle)).toBeUndefined();
  });
});
