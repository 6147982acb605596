import { describe, expect, test } from 'vitest';
import { rateLimitOf, retryAfterMsOf } from '../src/core/headers.ts';

const now = Date.parse('2026-11-20T10:00:00.400Z');

describe('every form of a requested wait', () => {
  test.each([
    ['seconds', { 'retry-after': '2' }, 2_000],
    ['decimals', { 'retry-after': '0.25' }, 250],
    ['a date', { 'retry-after': 'Fri, 20 Nov 2026 10:00:02 GMT' }, 1_600],
    ['a date that is over', { 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, 0],
    [
      'a date by a clock that is an hour ahead',
      { 'retry-after': 'Fri, 20 Nov 2026 11:00:03 GMT', date: 'Fri, 20 Nov 2026 11:00:00 GMT' },
      3_000,
    ],
    ['milliseconds', { 'retry-after-ms': '125' }, 125],
    ['milliseconds before seconds', { 'retry-after-ms': '125', 'retry-after': '1' }, 125],
    ['RateLimit-Reset', { 'ratelimit-reset': '3' }, 3_000],
    ['RateLimit-Reset as epoch seconds', { 'ratelimit-reset': String(now / 1000 + 4) }, 4_000],
    ['RateLimit-Reset as epoch milliseconds', { 'ratelimit-reset': String(now + 5_000) }, 5_000],
    ['RateLimit with t', { ratelimit: '"default";r=0;t=6' }, 6_000],
    ['RateLimit with reset', { ratelimit: 'limit=20, remaining=0, reset=7' }, 7_000],
    ['Retry-After before RateLimit-Reset', { 'retry-after': '1', 'ratelimit-reset': '9' }, 1_000],
    ['nothing', {}, undefined],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, 0],
  ])('%s', (_, headers, waitMs) => {
    const given = new Headers(headers as Record<string, string>);
    const found = retryAfterMsOf(429, given, now);
    if (waitMs === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(waitMs, 0);
  });

  test('the quota headers do not delay a retry after a 503', () => {
    expect(retryAfterMsOf(503, new Headers({ 'ratelimit-reset': '30' }), now)).toBeUndefined();
    expect(retryAfterMsOf(503, new Headers({ 'retry-after': '1' }), now)).toBe(1_000);
  });
});

describe('the quota', () => {
  test.each([
    [
      'four headers',
      {
        'ratelimit-limit': '600',
        'ratelimit-remaining': '12',
        'ratelimit-reset': '3',
        'ratelimit-policy': '600;w=60',
      },
      { limit: 600, remaining: 12, resetSeconds: 3, windowSeconds: 60 },
    ],
    [
      'one field with parameters',
      { ratelimit: '"default";r=5;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
      { limit: 100, remaining: 5, resetSeconds: 30, windowSeconds: 60 },
    ],
    [
      'one field as a list',
      { ratelimit: 'limit=100, remaining=0, reset=30' },
      { limit: 100, remaining: 0, resetSeconds: 30, windowSeconds: 60 },
    ],
    [
      'four headers with the moment of the reset',
      {
        'ratelimit-limit': '10',
        'ratelimit-remaining': '0',
        'ratelimit-reset': String((now + 3_600) / 1000),
      },
      { limit: 10, remaining: 0, resetSeconds: 3.6, windowSeconds: 60 },
    ],
    ['no header', {}, undefined],
    ['nonsense', { 'ratelimit-remaining': 'many', ratelimit: 'later' }, undefined],
  ])('is read from %s', (_, headers, rateLimit) => {
    expect(rateLimitOf(new Headers(headers as Record<string, string>), now)).toEqual(rateLimit);
  });
});
