import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { apiErrorClass } from '../src/core/failures.ts';
import {
  ApiError,
  ConflictError,
  ConnectionError,
  ParleyError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../src/errors.ts';

const context = { outcome: 'rejected', status: 429 } as const;

describe('is', () => {
  test('matches the class and its ancestors only', () => {
    const error = new RateLimitError('slow down', context);
    expect(RateLimitError.is(error)).toBe(true);
    expect(ApiError.is(error)).toBe(true);
    expect(ParleyError.is(error)).toBe(true);
    expect(ConflictError.is(error)).toBe(false);
    expect(ConnectionError.is(error)).toBe(false);
    expect(ConnectionError.is(new TimeoutError('late', { ...context, phase: 'body' }))).toBe(true);
  });

  test('works across two copies of the package', async () => {
    const url = '../src/errors.ts?copy';
    const copy: typeof import('../src/errors.ts') = await import(url);
    const error = new copy.RateLimitError('slow down', context);
    expect(error instanceof RateLimitError).toBe(false);
    expect(RateLimitError.is(error)).toBe(true);
    expect(ServerError.is(error)).toBe(false);
  });

  test.each([undefined, null, 'RateLimitError', 429, {}, new Error('x'), { name: 'ParleyError' }])(
    'says no to %s',
    (value) => {
      expect(ParleyError.is(value)).toBe(false);
    },
  );
});

test('each status has its error class', () => {
  const names = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 599].map(
    (status) => new (apiErrorClass(status))('x', { outcome: 'rejected', status }).name,
  );
  expect(names).toEqual([
    'BadRequestError',
    'AuthenticationError',
    'PermissionDeniedError',
    'NotFoundError',
    'ApiError',
    'ConflictError',
    'ApiError',
    'ApiError',
    'UnprocessableError',
    'RateLimitError',
    'ServerError',
    'ServerError',
    'ServerError',
  ]);
});

test('an error as JSON has its facts without headers and causes', () => {
  const error = new RateLimitError('429 SVC-RATE-LIMITED', {
    ...context,
    code: 'SVC-RATE-LIMITED',
    details: { limit: 600 },
    retryAfterMs: 1_000,
    attempts: 3,
    headers: new Headers({ 'set-cookie': 'secret' }),
    cause: new Error('secret'),
  });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'RateLimitError',
    message: '429 SVC-RATE-LIMITED',
    outcome: 'rejected',
    status: 429,
    code: 'SVC-RATE-LIMITED',
    details: { limit: 600 },
    retryAfterMs: 1_000,
    attempts: 3,
  });
  expect(inspect(error)).toContain('RateLimitError: 429 SVC-RATE-LIMITED');
});
