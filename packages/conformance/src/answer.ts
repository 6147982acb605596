import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import {
  type ErrorCode,
  type ErrorEnvelope,
  errorCatalog,
  errorEnvelope,
  readRateLimit,
  securityHeaders,
} from '@parley/contract';
import { expect } from 'vitest';
import type * as z from 'zod';
import type { Answer } from './http.ts';
import { isSuccess, type Route } from './routes.ts';

// Checks every response of the suite. `assert` takes a tenth of the time of `expect`, so `expect` runs only after a
// failed `assert`, to show the difference.

/** Checks a response against everything that the contract says about its endpoint. */
export function checkAnswer(route: Route, answer: Answer): void {
  const what = `${route.name} answered ${answer.status} ${answer.text.slice(0, 1_000)}`;
  assert(answer.status in route.responses, `${what}, a status that it does not declare`);
  checkAlways(answer);
  if (answer.status !== 401) checkRateLimit(answer, what);
  if (!isSuccess(answer.status)) {
    const { code } = checkError(answer);
    assert(route.errors.includes(code), `${route.name} does not declare ${code}`);
    return;
  }
  if (answer.status === 204) {
    assert.equal(answer.text, '', what);
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
      assert(!answer.headers.has(name), `${what}, with the header ${name}`);
    }
    return;
  }
  if (route.bytes === 'response') return;
  checkJson(answer);
  const parsed = (route.responses[answer.status] as Route['responses'][number]).safeParse(
    answer.json,
  );
  assert(parsed.success, `${what}: ${parsed.error?.message}`);
  if (!isDeepStrictEqual(answer.json, parsed.data)) {
    expect(answer.json, `${route.name} answers what its schema does not name`).toEqual(parsed.data);
  }
}

/**
 * Checks an error against the error catalogue: its envelope, its status, its details, and the headers that these need.
 * Returns the error.
 */
export function checkError(answer: Answer): ErrorEnvelope['error'] {
  const what = `${answer.status} ${answer.text.slice(0, 1_000)}`;
  checkAlways(answer);
  checkJson(answer);
  const envelope = strictEnvelope.safeParse(answer.json);
  assert(envelope.success, `${what}: ${envelope.error?.message}`);
  const { error } = envelope.data as ErrorEnvelope;
  const fields = Object.keys((answer.json as ErrorEnvelope).error).sort();
  assert.equal(fields.join(), 'code,details,message', what);
  assert(Object.hasOwn(errorCatalog, error.code), `${what}: the catalogue has no such code`);
  const entry = errorCatalog[error.code as ErrorCode];
  assert.equal(answer.status, entry.status, what);
  assert(entry.scope !== 'message', `${what}: a code that no answer has`);
  const details = strictDetails(error.code as ErrorCode).safeParse(error.details);
  assert(details.success, `${what}: ${details.error?.message}`);
  assert.match(error.message, /\S/, what);
  checkErrorHeaders(answer, error);
  return error;
}

const strictEnvelope = errorEnvelope.strict();

// Zod compiles a new schema when it parses for the first time, which takes sixty times as long as the parsing.
const detailsSchemas = new Map<ErrorCode, z.ZodType>();

function strictDetails(code: ErrorCode): z.ZodType {
  const schema = detailsSchemas.get(code) ?? errorCatalog[code].details.strict();
  detailsSchemas.set(code, schema);
  return schema;
}

/** Checks what every response must have. */
function checkAlways({ status, headers }: Answer): void {
  assert(headers.get('x-request-id'), `${status} without X-Request-Id`);
  for (const [name, value] of Object.entries(securityHeaders)) {
    assert.equal(headers.get(name), value, `${name} of ${status}`);
  }
}

function checkErrorHeaders(answer: Answer, { code, details }: ErrorEnvelope['error']): void {
  const header = (name: string) => answer.headers.get(name);
  switch (code) {
    case 'SVC-UNAUTHORIZED':
      assert.match(header('www-authenticate') ?? '', /^Bearer\b/);
      break;
    case 'SVC-METHOD-NOT-ALLOWED':
      assert.deepEqual(header('allow')?.split(', '), details['allowed']);
      break;
    case 'SVC-RATE-LIMITED':
    case 'SVC-UNAVAILABLE':
      assert.equal(header('retry-after'), String(details['retryAfterSeconds']));
      break;
    case 'SVC-IDEMPOTENCY-IN-PROGRESS':
      assert.equal(header('retry-after'), '1');
      break;
    default:
      assert.equal(header('retry-after'), null, `${code} with Retry-After`);
  }
}

function checkRateLimit(answer: Answer, what: string): void {
  const rateLimit = readRateLimit((name) => answer.headers.get(name));
  assert(rateLimit, `${what} without RateLimit-*`);
  const { limit, windowSeconds, remaining } = rateLimit;
  assert.equal(answer.headers.get('ratelimit-policy'), `${limit};w=${windowSeconds}`);
  assert(remaining <= limit, `${what}: ${remaining} of ${limit} remain`);
}

function checkJson(answer: Answer): void {
  const type = answer.headers.get('content-type') ?? '';
  assert.match(type, /^application\/json\b/, `${type}: ${answer.text.slice(0, 300)}`);
}
