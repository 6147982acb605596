import { expect, test } from 'vitest';
import { errorCatalog } from '../src/error-catalog.ts';
import { errorExamples } from '../src/error-examples.ts';
import { type ErrorCode, errorEnvelope, ServiceError, toErrorResponse } from '../src/errors.ts';
import { whatsappErrors } from '../src/provider-errors.ts';

const codes = Object.keys(errorCatalog) as ErrorCode[];
const statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 431, 500, 502, 503];

test.each(codes)('%s has a documented status and a message that is a sentence', (code) => {
  const { status, message } = errorCatalog[code];
  expect(statuses).toContain(status);
  expect(message).toMatch(/^[A-Z].*\.$/);
});

test.each(codes)('%s becomes the envelope with its status', (code) => {
  const response = toErrorResponse(new ServiceError(code, errorExamples[code]));
  expect(response.status).toBe(errorCatalog[code].status);
  expect(response.body).toEqual({
    error: { code, message: errorCatalog[code].message, details: errorExamples[code] },
  });
  expect(errorEnvelope.safeParse(response.body).success).toBe(true);
});

test.each([
  [new ServiceError('SVC-UNAUTHORIZED', { reason: 'missing' }), { 'WWW-Authenticate': 'Bearer' }],
  [
    new ServiceError('SVC-METHOD-NOT-ALLOWED', { allowed: ['GET', 'POST'] }),
    { Allow: 'GET, POST' },
  ],
  [
    new ServiceError('SVC-RATE-LIMITED', {
      limit: 600,
      windowSeconds: 60,
      retryAfterSeconds: 7,
      scope: 'key',
    }),
    { 'Retry-After': '7' },
  ],
  [new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 }), { 'Retry-After': '5' }],
  [new ServiceError('SVC-IDEMPOTENCY-IN-PROGRESS', {}), { 'Retry-After': '1' }],
  [new ServiceError('SVC-NOT-FOUND', { resource: 'message', id: 'x' }), {}],
])('%s carries the headers that clients act on', (error, headers) => {
  expect(toErrorResponse(error).headers).toEqual(headers);
});

test('a failure keeps its cause out of the answer', () => {
  const cause = new Error('connection refused');
  const error = new ServiceError('SVC-INTERNAL', { requestId: 'r' }, { cause });
  expect(error.cause).toBe(cause);
  expect(JSON.stringify(toErrorResponse(error))).not.toContain('connection refused');
});

test('a failure may say more than its code', () => {
  const error = new ServiceError('SVC-CONFLICT', errorExamples['SVC-CONFLICT'], {
    message: 'Taken.',
  });
  expect(toErrorResponse(error).body.error).toMatchObject({
    code: 'SVC-CONFLICT',
    message: 'Taken.',
  });
});

test('a reader accepts a code that it does not know, and nothing that is no error', () => {
  const details = { any: ['thing'] };
  const ok = (body: unknown) => errorEnvelope.safeParse(body).success;
  expect(ok({ error: { code: 'SVC-FROM-THE-FUTURE', message: 'm', details } })).toBe(true);
  expect(ok({ error: { code: 'SVC-X', message: 'm', details, hint: 'new' }, more: 1 })).toBe(true);
  expect(ok({ error: { code: 'ENOENT', message: 'm', details } })).toBe(false);
  expect(ok({ error: { code: 'SVC-X', message: 'm' } })).toBe(false);
  expect(ok({ message: 'm' })).toBe(false);
});

test.each(Object.entries(whatsappErrors))(
  'provider code %s can be the error of a message',
  (_code, error) => {
    expect(['message', 'both']).toContain(errorCatalog[error.code].scope);
    expect(error.scope !== null).toBe(error.code === 'SVC-PROVIDER-RATE-LIMITED');
    if (error.automaticRetry) expect(error.retryable).toBe(true);
  },
);
