import { expect, test } from 'vitest';
import type * as z from 'zod';
import { errorCatalog } from '../src/error-catalog.ts';
import { errorDetails } from '../src/error-details.ts';
import { errorExamples } from '../src/error-examples.ts';
import { errorMessage } from '../src/error-message.ts';
import { errorRules } from '../src/error-rules.ts';
import { type ErrorCode, errorEnvelope, ServiceError, toErrorResponse } from '../src/errors.ts';
import { whatsappErrors } from '../src/provider-errors.ts';

const codes = Object.keys(errorCatalog) as ErrorCode[];
const statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 431, 500, 502, 503];

test.each(codes)('%s has a documented status and a message that is a sentence', (code) => {
  const { status, message } = errorCatalog[code];
  expect(statuses).toContain(status);
  expect(message).toMatch(/^[A-Z].*\.$/);
  // The value decides between "a" and "an", as in "an `instagram` channel".
  expect(message).not.toMatch(/\ban? `?\{/i);
});

test.each(codes)('the message of %s uses only fields that its details always have', (code) => {
  const fields = [...errorCatalog[code].message.matchAll(/\{(\w+)\}/g)].map(({ 1: name }) => name);
  const shape: Record<string, z.ZodType> = errorDetails[code].shape;
  for (const field of fields) {
    const schema = shape[field ?? ''];
    expect(schema, field).toBeDefined();
    expect([schema?.safeParse(null).success, schema?.safeParse(undefined).success]).toEqual([
      false,
      false,
    ]);
  }
});

test('a message contains the values of the request, the limit and what to do', () => {
  const details = { limit: 4096, unit: 'characters', actual: 5012 };
  expect(new ServiceError('SVC-TEXT-TOO-LONG', details).message).toBe(
    'The text has 5012 characters; this channel allows 4096. Shorten the text.',
  );
  expect(
    new ServiceError('SVC-METHOD-NOT-ALLOWED', { allowed: ['GET', 'POST'] }).message,
  ).toContain('supports GET, POST only.');
});

test.each(Object.entries(errorRules))('the rule %s is a sentence', (rule, sentence) => {
  expect(rule).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(sentence).toMatch(/^[A-Z`].*\.$/);
  // The rules are the keys of the table.
  const details = { rule: rule as keyof typeof errorRules, field: 'sendAt' };
  const { message } = new ServiceError('SVC-RULE-VIOLATION', details);
  expect(message).toBe(sentence.replaceAll('{field}', 'sendAt'));
});

test('a broken rule has the sentence of the rule as its message, with the field', () => {
  const details = { rule: 'in_the_future', field: 'sendAt' } as const;
  const { message } = new ServiceError('SVC-RULE-VIOLATION', details);
  expect(message).toBe('`sendAt` must be a time in the future.');
  // @ts-expect-error A rule that the table does not have.
  const unknown = new ServiceError('SVC-RULE-VIOLATION', { rule: 'no_rule', field: 'sendAt' });
  expect(unknown.message).toContain('the rule `no_rule`');
});

test.each(codes)(
  'the message of %s says if a field that it names can be null or absent',
  (code) => {
    const { message, details } = errorCatalog[code];
    const fields: Readonly<Record<string, z.ZodType>> = details.shape;
    for (const [, name = ''] of message.matchAll(/details\.(\w+)/g)) {
      const field = fields[name];
      if (field?.safeParse(null).success) expect(message).toContain('not null');
      if (field?.safeParse(undefined).success) expect(message).toContain('if present');
    }
  },
);

const channel = { channelId: 'chn_1', reason: null };

test.each([
  ['SVC-UNAUTHORIZED', { reason: 'ambiguous' }, /contain different keys/],
  ['SVC-UNAUTHORIZED', { reason: 'expired' }, /^The API key is expired\./],
  [
    'SVC-NOT-FOUND',
    { resource: 'tenant', id: 'ten_1' },
    /^There is no tenant with this ID that you can reach\./,
  ],
  [
    'SVC-NOT-FOUND',
    { resource: 'apiKey', id: 'key_1' },
    /an agency reaches those that it issued\./,
  ],
  [
    'SVC-NOT-FOUND',
    { resource: 'agencyGrant', id: 'grt_1' },
    /Check the ID, and the ID of the client/,
  ],
  ['SVC-NOT-FOUND', { resource: 'template', id: 'tpl_1' }, /^The channel has no template/],
  ['SVC-CHANNEL-UNAVAILABLE', { ...channel, status: 'archived' }, /^The channel is deleted\./],
  [
    'SVC-CHANNEL-UNAVAILABLE',
    { ...channel, status: 'pending' },
    /`POST \/channels\/chn_1\/verify`/,
  ],
  ['SVC-CHANNEL-UNAVAILABLE', { ...channel, status: 'disabled' }, /Enable it/],
  [
    'SVC-CHANNEL-UNAVAILABLE',
    { channelId: 'chn_1', status: 'error' },
    /`statusReason` and `lastError` say why\. Verify it with `POST \/channels\/chn_1\/verify`/,
  ],
  ['SVC-FORBIDDEN', { reason: 'verify_token' }, /^The verify token is missing or wrong/],
  ['SVC-FORBIDDEN', { reason: 'constructor' }, /^The server refuses this request: `constructor`/],
] as const)('the message of %s with %j says what to do', (code, details, expected) => {
  expect(errorMessage(code, details)).toMatch(expected);
});

test.each(codes)('%s becomes the envelope with its status', (code) => {
  const response = toErrorResponse(new ServiceError(code, errorExamples[code]));
  expect(response.status).toBe(errorCatalog[code].status);
  expect(response.body).toEqual({
    error: { code, message: errorMessage(code, errorExamples[code]), details: errorExamples[code] },
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
  [new ServiceError('SVC-PROVIDER-ERROR', errorExamples['SVC-PROVIDER-ERROR']), {}],
  [
    new ServiceError('SVC-PROVIDER-ERROR', {
      ...errorExamples['SVC-PROVIDER-ERROR'],
      reason: 'rejected',
      retryable: false,
    }),
    { 'X-Should-Retry': 'false' },
  ],
  [new ServiceError('SVC-NOT-FOUND', { resource: 'message', id: 'x' }), {}],
])('%s has the headers that clients act on', (error, headers) => {
  expect(toErrorResponse(error).headers).toEqual(headers);
});

test('the response to a failure does not contain its cause', () => {
  const cause = new Error('connection refused');
  const error = new ServiceError('SVC-INTERNAL', { requestId: 'r' }, { cause });
  expect(error.cause).toBe(cause);
  expect(JSON.stringify(toErrorResponse(error))).not.toContain('connection refused');
});

test('a failure can replace the message of its code', () => {
  const error = new ServiceError('SVC-CONFLICT', errorExamples['SVC-CONFLICT'], {
    message: 'Taken.',
  });
  expect(toErrorResponse(error).body.error).toMatchObject({
    code: 'SVC-CONFLICT',
    message: 'Taken.',
  });
});

test('the envelope schema accepts unknown codes and refuses other bodies', () => {
  const details = { any: ['thing'] };
  const ok = (body: unknown) => errorEnvelope.safeParse(body).success;
  expect(ok({ error: { code: 'SVC-FROM-THE-FUTURE', message: 'm', details } })).toBe(true);
  expect(ok({ error: { code: 'SVC-X', message: 'm', details, hint: 'new' }, more: 1 })).toBe(true);
  expect(ok({ error: { code: 'ENOENT', message: 'm', details } })).toBe(false);
  expect(ok({ error: { code: 'SVC-X', message: 'm' } })).toBe(false);
  expect(ok({ message: 'm' })).toBe(false);
});

test('the error for too many messages to one recipient does not blame the channel alone', () => {
  expect(whatsappErrors['131056']?.message).toContain('to one recipient');
});

test('the advice about an error asks for a retry only if a message with this error can be retried', () => {
  for (const [code, { retryable, automaticRetry, fix }] of Object.entries(whatsappErrors)) {
    if (!retryable) expect(fix, code).not.toMatch(/try again|retry/i);
    if (automaticRetry)
      expect(fix, code).toMatch(/later\. If .* reported the failure .* retry it\./);
  }
});

test.each(Object.entries(whatsappErrors))(
  'provider code %s can be the error of a message',
  (_code, error) => {
    expect(['message', 'both']).toContain(errorCatalog[error.code].scope);
    expect(error.scope !== null).toBe(error.code === 'SVC-PROVIDER-RATE-LIMITED');
    if (error.automaticRetry) expect(error.retryable).toBe(true);
  },
);
