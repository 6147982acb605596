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
import { client } from './recording-client.ts';

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

describe('the stack of an error names the function that', () => {
  const { parley } = client({
    fetch: async (url) => {
      await new Promise((resolve) => setTimeout(resolve));
      if (String(url).endsWith('/contacts')) return Response.json({ data: [{}], nextCursor: 'a' });
      return Response.json({}, { status: 404 });
    },
  });
  const { contacts } = parley;
  const uses: Record<string, () => Promise<unknown>> = {
    'awaits a call': async function caller() {
      return await contacts.get('con_1');
    },
    'awaits a list': async function caller() {
      return await contacts.list({ cursor: 'b' });
    },
    'awaits a call with an invalid ID': async function caller() {
      return await contacts.get('');
    },
    'awaits a list with an invalid ID': async function caller() {
      return await parley.conversations.listMessages('');
    },
    'awaits a list with an invalid option': async function caller() {
      return await contacts.list({}, { timeoutMs: 0 });
    },
    'awaits a list with an invalid header': async function caller() {
      return await contacts.list({}, { headers: { 'a b': '' } });
    },
    'awaits the next page': async function caller() {
      return await (await contacts.list()).next();
    },
    'collects the first page of a list': async function caller() {
      return await contacts.list({ cursor: 'b' }).toArray({ limit: 10 });
    },
    'iterates over a list': async function caller() {
      for await (const contact of contacts.list({ cursor: 'b' })) drop(contact);
    },
    'iterates over further pages': async function caller() {
      for await (const contact of contacts.list()) drop(contact);
    },
    'collects a list': async function caller() {
      return await contacts.list().toArray({ limit: 10 });
    },
  };
  const drop = (_: unknown) => undefined;

  test.each(Object.keys(uses))('%s', async (name) => {
    const error = await uses[name]?.().catch((thrown: unknown) => thrown);
    expect(ParleyError.is(error)).toBe(true);
    expect((error as Error).stack).toMatch(/ at .*caller /);
  });
});
