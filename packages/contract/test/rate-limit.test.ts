import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../scripts/test/seed.ts';
import {
  defaultQuota,
  type Quota,
  rateLimitAt,
  readRateLimit,
  takeToken,
  writeRateLimit,
} from '../src/rate-limit.ts';

const start = Date.UTC(2026, 10, 20);
const threePerMinute: Quota = { limit: 3, windowSeconds: 60 };

// Time in seconds since the start → admitted, remaining, reset, retry after. Refilled: one per 20 s.
const table = [
  [0, true, 2, 20, 0],
  [0, true, 1, 40, 0],
  [0, true, 0, 20, 0],
  [0, false, 0, 20, 20],
  [19.5, false, 0, 1, 1],
  [20, true, 0, 20, 0],
  [20, false, 0, 20, 20],
  [70, true, 1, 30, 0],
  [500, true, 2, 20, 0],
] as const;

test('admits a burst, then one request per interval, and refusals cost nothing', () => {
  let tatMs: number | undefined;
  for (const [second, admitted, remaining, resetSeconds, retryAfterSeconds] of table) {
    const result = takeToken(tatMs, start + second * 1000, threePerMinute);
    expect({ second, ...result }).toMatchObject({
      second,
      admitted,
      rateLimit: { limit: 3, remaining, resetSeconds, windowSeconds: 60 },
      retryAfterSeconds,
    });
    tatMs = result.tatMs;
  }
});

test('admits exactly the default quota at one instant', () => {
  const { admitted, tatMs } = burst(defaultQuota, defaultQuota.limit);
  expect(admitted).toBe(defaultQuota.limit);
  expect(takeToken(tatMs, start, defaultQuota)).toMatchObject({
    admitted: false,
    retryAfterSeconds: 1,
  });
});

test('rounding does not reduce a quota with a fractional interval', () => {
  for (const limit of [7, 11, 13, 600, 999, 9_999]) {
    const quota = { limit, windowSeconds: 60 };
    expect(burst(quota, limit + 5).admitted).toBe(limit);
  }
});

test('keeps a quota of many thousands per second within 0.1 %', () => {
  // Epoch milliseconds leave a double 0.24 µs of resolution.
  const quota = { limit: 100_000, windowSeconds: 60 };
  const { admitted } = burst(quota, quota.limit + 200);
  expect(Math.abs(admitted - quota.limit)).toBeLessThan(quota.limit / 1_000);
});

const quotas = fc.record({
  limit: fc.integer({ min: 1, max: 2_000 }),
  windowSeconds: fc.integer({ min: 1, max: 3_600 }),
});
const gaps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 });

test('no period admits more than its share, and the headers are correct', () => {
  fc.assert(
    fc.property(quotas, gaps, (quota, gapsMs) => {
      const intervalMs = (quota.windowSeconds * 1000) / quota.limit;
      const admittedAt: number[] = [];
      let tatMs: number | undefined;
      let nowMs = start;
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        const promised = rateLimitAt(tatMs ?? 0, nowMs, quota).remaining;
        const result = takeToken(tatMs, nowMs, quota);
        expect(result.admitted).toBe(promised > 0);
        expect(result.rateLimit).toEqual(rateLimitAt(result.tatMs, nowMs, quota));
        if (!result.admitted) {
          const laterMs = nowMs + result.retryAfterSeconds * 1000;
          expect(takeToken(result.tatMs, laterMs, quota).admitted).toBe(true);
          expect(result.tatMs).toBe(tatMs);
        }
        tatMs = result.tatMs;
        if (result.admitted) admittedAt.push(nowMs);
      }
      for (const [index, at] of admittedAt.entries()) {
        const elapsedMs = at - (admittedAt[0] ?? at);
        expect(index + 1).toBeLessThanOrEqual(quota.limit + elapsedMs / intervalMs + 1e-6);
      }
    }),
    { seed },
  );
});

test.each([30, 3_600, 30 * 86_400])(
  'a clock that steps back by %i s admits no burst, and one request per interval from then on',
  (seconds) => {
    const { tatMs } = burst(threePerMinute, 3);
    const nowMs = start - seconds * 1_000;
    const refused = takeToken(tatMs, nowMs, threePerMinute);
    expect(refused).toMatchObject({
      admitted: false,
      rateLimit: { remaining: 0, resetSeconds: 20 },
      retryAfterSeconds: 20,
    });
    const next = takeToken(refused.tatMs, nowMs + 20_000, threePerMinute);
    expect(next.admitted).toBe(true);
    expect(takeToken(next.tatMs, nowMs + 20_000, threePerMinute).admitted).toBe(false);
  },
);

test('a wait is never longer than one interval, also after clock changes', () => {
  const steps = fc.array(fc.integer({ min: -7_200_000, max: 7_200_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(quotas, steps, (quota, stepsMs) => {
      const intervalMs = (quota.windowSeconds * 1000) / quota.limit;
      let tatMs: number | undefined;
      let nowMs = start;
      for (const stepMs of stepsMs) {
        nowMs += stepMs;
        const result = takeToken(tatMs, nowMs, quota);
        expect(result.retryAfterSeconds).toBeLessThanOrEqual(Math.ceil(intervalMs / 1000));
        expect(result.rateLimit).toEqual(rateLimitAt(result.tatMs, nowMs, quota));
        tatMs = result.tatMs;
      }
    }),
    { seed },
  );
});

test('reads the headers that it wrote', () => {
  const written = { limit: 600, remaining: 599, resetSeconds: 1, windowSeconds: 60 };
  const headers = writeRateLimit(written);
  expect(headers).toEqual({
    'RateLimit-Limit': '600',
    'RateLimit-Remaining': '599',
    'RateLimit-Reset': '1',
    'RateLimit-Policy': '600;w=60',
  });
  expect(readRateLimit((name) => headers[name] ?? null)).toEqual(written);
});

test.each(['', ' ', '-1', '1.5', '1e3', 'soon', '9'.repeat(16)])(
  'headers with %j instead of a whole number are not believed',
  (value) => {
    const headers = new Headers({
      'ratelimit-limit': '600',
      'ratelimit-remaining': value,
      'ratelimit-reset': '1',
    });
    expect(readRateLimit((name) => headers.get(name))).toBeUndefined();
  },
);

test('without the policy header the default window applies; without the others there is no quota', () => {
  const headers = new Headers({
    'ratelimit-limit': '5',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '12',
  });
  expect(readRateLimit((name) => headers.get(name))).toEqual({
    limit: 5,
    remaining: 0,
    resetSeconds: 12,
    windowSeconds: 60,
  });
  headers.delete('ratelimit-reset');
  expect(readRateLimit((name) => headers.get(name))).toBeUndefined();
});

function burst(quota: Quota, requests: number): { admitted: number; tatMs: number | undefined } {
  let tatMs: number | undefined;
  let admitted = 0;
  for (let sent = 0; sent < requests; sent += 1) {
    const result = takeToken(tatMs, start, quota);
    tatMs = result.tatMs;
    if (result.admitted) admitted += 1;
  }
  return { admitted, tatMs };
}
