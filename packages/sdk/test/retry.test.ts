import { describe, expect, test } from 'vitest';
import {
  backoffMs,
  type Failure,
  jitterMs,
  nextWaitMs,
  outcomeOf,
  overallOutcome,
  type Repeatable,
} from '../src/core/retry.ts';

const limits = { maxRetries: undefined, initialBackoffMs: 500, maxBackoffMs: 8_000 };
const get: Repeatable = { method: 'GET', dedupes: false, conditional: false, limits };
const remove: Repeatable = { ...get, method: 'DELETE' };
const patch: Repeatable = { ...get, method: 'PATCH' };
const patchRevision: Repeatable = { ...patch, conditional: true };
const post: Repeatable = { ...get, method: 'POST' };
const dedupedPost: Repeatable = { ...post, dedupes: true };

const status = (value: number, code?: string): Failure => ({
  status: value,
  code,
  outcome: outcomeOf(value, code),
});
const lost: Failure = { outcome: 'unknown' };
const refused: Failure = { outcome: 'not_sent' };

function wait(
  request: Repeatable,
  failure: Failure,
  given: {
    failures?: number;
    limited?: number;
    maxRetries?: number;
    remainingMs?: number;
    chance?: number;
    shouldRetry?: boolean;
  } = {},
): number | undefined {
  const {
    failures = 0,
    limited = 0,
    maxRetries,
    remainingMs = 120_000,
    chance = 1,
    shouldRetry,
  } = given;
  const budget = { failures, limited, remainingMs, shouldRetry };
  return nextWaitMs(
    { ...request, limits: { ...limits, maxRetries } },
    failure,
    budget,
    () => chance,
  );
}

describe('which failures are retried', () => {
  test.each([
    ['GET after a lost answer', get, lost, true],
    ['DELETE after a lost answer', remove, lost, true],
    ['PATCH after a lost answer', patch, lost, true],
    ['PATCH with a revision after a lost answer', patchRevision, lost, false],
    ['PATCH with a revision that was refused a connection', patchRevision, refused, true],
    ['POST after a lost answer, where the server dedupes', dedupedPost, lost, true],
    ['POST after a lost answer, where it does not', post, lost, false],
    ['POST that never left', post, refused, true],
    ['POST, 500, deduped', dedupedPost, status(500), true],
    ['POST, 503, not deduped', post, status(503), false],
    ['POST, 429, not deduped', post, status(429), true],
    ['408', get, status(408), true],
    ['425', get, status(425), true],
    ['502', get, status(502), true],
    ['504', get, status(504), true],
    ['501', get, status(501), false],
    ['400', get, status(400), false],
    ['401', get, status(401), false],
    ['404', get, status(404), false],
    ['409', dedupedPost, status(409, 'SVC-CONFLICT'), false],
    ['409 in progress', dedupedPost, status(409, 'SVC-IDEMPOTENCY-IN-PROGRESS'), true],
    ['422', dedupedPost, status(422), false],
  ])('%s', (_, request, failure, again) => {
    expect(wait(request, failure) !== undefined).toBe(again);
  });

  test.each([
    ['400 that the server wants again', status(400), true],
    ['503 that the server does not want again', status(503), false],
  ])('%s', (_, failure, shouldRetry) => {
    expect(wait(get, failure, { shouldRetry }) !== undefined).toBe(shouldRetry);
  });
});

describe('how often', () => {
  test.each([
    ['the third retry after a 500', status(500), { failures: 2 }, true],
    ['no fourth', status(500), { failures: 3 }, false],
    ['the eighth after a 429', status(429), { limited: 7 }, true],
    ['no ninth', status(429), { limited: 8 }, false],
    ['a 429 does not use up the retries of a 500', status(500), { limited: 8 }, true],
    ['maxRetries 0 ends at once', status(500), { maxRetries: 0 }, false],
    ['maxRetries 0 ends at once after a 429 too', status(429), { maxRetries: 0 }, false],
    [
      'maxRetries counts both kinds together',
      status(429),
      { maxRetries: 2, failures: 1, limited: 1 },
      false,
    ],
    ['maxRetries may be more than three', status(500), { maxRetries: 5, failures: 4 }, true],
  ])('%s', (_, failure, given, again) => {
    expect(wait(get, failure, given) !== undefined).toBe(again);
  });
});

describe('how long', () => {
  test.each([
    [0, 250, 500],
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [4, 4_000, 8_000],
    [9, 4_000, 8_000],
  ])('backoff %i is between %i and %i ms', (before, least, most) => {
    expect(backoffMs(before, limits, () => 0)).toBe(least);
    expect(backoffMs(before, limits, () => 1)).toBe(most);
  });

  test('retries not before the requested time and at most 250 ms after it', () => {
    for (const waitMs of [0, 100, 1_000, 60_000]) {
      expect(jitterMs(waitMs, () => 0)).toBe(0);
      expect(jitterMs(waitMs, () => 1)).toBeLessThanOrEqual(250);
    }
    expect(jitterMs(1_000, () => 1)).toBeLessThan(50);
  });

  test('waits up to 60 s; the caller decides about a longer wait', () => {
    expect(wait(get, { ...status(429), retryAfterMs: 60_000 }, { chance: 0 })).toBe(60_000);
    expect(wait(get, { ...status(429), retryAfterMs: 61_000 })).toBeUndefined();
    expect(wait(get, { ...status(503), retryAfterMs: 300_000 })).toBeUndefined();
  });

  test('does not start a wait that ends after the deadline', () => {
    expect(
      wait(get, { ...status(429), retryAfterMs: 2_000 }, { remainingMs: 1_900 }),
    ).toBeUndefined();
    expect(wait(get, status(500), { remainingMs: 400 })).toBeUndefined();
  });
});

describe('the outcome over all attempts', () => {
  test.each([
    ['a refusal without a doubt', dedupedPost, status(422), 'not_sent', 'rejected'],
    ['a 500', get, status(500), 'not_sent', 'unknown'],
    ['not sent again after a refusal', post, refused, 'rejected', 'rejected'],
    ['never sent', post, refused, 'not_sent', 'not_sent'],
    ['never sent, but an earlier one was', dedupedPost, refused, 'unknown', 'unknown'],
    ['a 401 says nothing of the earlier attempt', dedupedPost, status(401), 'unknown', 'unknown'],
    ['a 429 says nothing of the earlier attempt', dedupedPost, status(429), 'unknown', 'unknown'],
    [
      'a 409 comes after the look at the key: the earlier one had no effect',
      dedupedPost,
      status(409, 'SVC-CONFLICT'),
      'unknown',
      'rejected',
    ],
    ['a 400 shows it, too', dedupedPost, status(400), 'unknown', 'rejected'],
    ['the same from a server that keeps no keys', patch, status(409), 'unknown', 'unknown'],
    [
      'still in progress',
      dedupedPost,
      status(409, 'SVC-IDEMPOTENCY-IN-PROGRESS'),
      'not_sent',
      'unknown',
    ],
  ] as const)('%s', (_, request, failure, before, outcome) => {
    expect(overallOutcome(request, failure, before)).toBe(outcome);
  });
});
