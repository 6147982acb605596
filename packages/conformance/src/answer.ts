import {
  type ErrorCode,
  type ErrorEnvelope,
  errorCatalog,
  errorEnvelope,
  readRateLimit,
} from '@parley/contract';
import { expect } from 'vitest';
import type { Answer } from './http.ts';
import { isSuccess, type Route } from './routes.ts';

/** Holds an answer against everything that the contract says about the endpoint. */
export function checkAnswer(route: Route, answer: Answer): void {
  const what = `${route.name} answered ${answer.status} ${answer.text.slice(0, 1_000)}`;
  expect(Object.keys(route.responses).map(Number), what).toContain(answer.status);
  expect(answer.headers.get('x-request-id'), `${what} without X-Request-Id`).toBeTruthy();
  if (answer.status !== 401) checkRateLimit(answer, what);
  if (!isSuccess(answer.status)) {
    const { code } = checkError(answer);
    expect(route.errors, `${route.name} does not declare ${code}`).toContain(code);
    return;
  }
  if (answer.status === 204) {
    expect(answer.text, what).toBe('');
    return;
  }
  expectJson(answer);
  const parsed = (route.responses[answer.status] as Route['responses'][number]).safeParse(
    answer.json,
  );
  expect(parsed.error, what).toBeUndefined();
  expect(answer.json, `${route.name} answers what its schema does not name`).toEqual(parsed.data);
}

/** Holds an error against the catalogue: envelope, status, details and the headers they ask for. */
export function checkError(answer: Answer): ErrorEnvelope['error'] {
  const what = `${answer.status} ${answer.text.slice(0, 1_000)}`;
  expectJson(answer);
  const envelope = errorEnvelope.strict().safeParse(answer.json);
  expect(envelope.error, what).toBeUndefined();
  const { error } = envelope.data as ErrorEnvelope;
  expect(Object.keys((answer.json as ErrorEnvelope).error).sort(), what).toEqual([
    'code',
    'details',
    'message',
  ]);
  expect(Object.keys(errorCatalog), what).toContain(error.code);
  const entry = errorCatalog[error.code as ErrorCode];
  expect(answer.status, what).toBe(entry.status);
  expect(['response', 'both'], what).toContain(entry.scope);
  expect(entry.details.strict().safeParse(error.details).error, what).toBeUndefined();
  expect(error.message, what).toMatch(/\S/);
  checkErrorHeaders(answer, error);
  return error;
}

function checkErrorHeaders(answer: Answer, { code, details }: ErrorEnvelope['error']): void {
  const header = (name: string) => answer.headers.get(name);
  switch (code) {
    case 'SVC-UNAUTHORIZED':
      expect(header('www-authenticate')).toMatch(/^Bearer\b/);
      break;
    case 'SVC-METHOD-NOT-ALLOWED':
      expect(header('allow')?.split(', ')).toEqual(details['allowed']);
      break;
    case 'SVC-RATE-LIMITED':
    case 'SVC-UNAVAILABLE':
      expect(header('retry-after')).toBe(String(details['retryAfterSeconds']));
      break;
    case 'SVC-IDEMPOTENCY-IN-PROGRESS':
      expect(header('retry-after')).toBe('1');
      break;
    default:
      expect(header('retry-after')).toBeNull();
  }
}

function checkRateLimit(answer: Answer, what: string): void {
  const rateLimit = readRateLimit((name) => answer.headers.get(name));
  expect(rateLimit, `${what} without RateLimit-*`).toBeDefined();
  if (!rateLimit) return;
  expect(answer.headers.get('ratelimit-policy')).toBe(
    `${rateLimit.limit};w=${rateLimit.windowSeconds}`,
  );
  expect(rateLimit.remaining, what).toBeLessThanOrEqual(rateLimit.limit);
}

function expectJson(answer: Answer): void {
  expect(answer.headers.get('content-type'), answer.text.slice(0, 300)).toMatch(
    /^application\/json\b/,
  );
}
