import type { Outcome } from '../errors.ts';

// How long the SDK waits, and how often. Pure: the clock and chance are handed in.

export const retryDefaults = {
  /** After a lost connection, a timeout or a 5xx. */
  maxRetries: 3,
  /** After a 429. */
  maxLimitedRetries: 8,
  backoffMs: 500,
  backoffCapMs: 8_000,
  /** A longer wait is the caller's decision: the call fails at once and says how long. */
  waitCapMs: 60_000,
  jitterMs: 250,
} as const;

const retryStatuses = [408, 425, 429, 500, 502, 503, 504];
const inProgress = 'SVC-IDEMPOTENCY-IN-PROGRESS';

/** What a request is, as far as sending it again is concerned. */
export interface Repeatable {
  method: string;
  /** The server answers a repeated Idempotency-Key without a second effect. */
  dedupes: boolean;
  /** A PATCH that names the `revision` it changes: a repetition would be refused by its own success. */
  conditional: boolean;
}

/** How one attempt failed. */
export interface AttemptFailure {
  /** Undefined when there was no answer. */
  status?: number | undefined;
  code?: string | undefined;
  outcome: Outcome;
  /** `x-should-retry`: the server's word, which wins. */
  shouldRetry?: boolean | undefined;
  /** What the server asked for. */
  retryAfterMs?: number | undefined;
}

/** The attempts so far. */
export interface Tally {
  failures: number;
  limited: number;
}

export interface Budget {
  /** Set by the caller: bounds all retries. */
  maxRetries: number | undefined;
  remainingMs: number;
}

/** The wait before the next attempt, or undefined when this failure is the answer. */
export function nextWaitMs(
  request: Repeatable,
  failure: AttemptFailure,
  { tally, budget, random }: { tally: Tally; budget: Budget; random: () => number },
): number | undefined {
  if (!mayRepeat(request, failure) || spent(failure, tally, budget.maxRetries)) return undefined;
  const waitMs =
    failure.retryAfterMs === undefined
      ? backoffMs(tally.failures + tally.limited, random)
      : failure.retryAfterMs + jitterMs(failure.retryAfterMs, random);
  const longest = Math.min(retryDefaults.waitCapMs + retryDefaults.jitterMs, budget.remainingMs);
  return waitMs >= longest ? undefined : waitMs;
}

/** Doubles from 500 ms to 8 s, and takes at least half of it. */
export function backoffMs(retriesBefore: number, random: () => number): number {
  const { backoffMs: first, backoffCapMs: cap } = retryDefaults;
  return Math.min(cap, first * 2 ** retriesBefore) * (0.5 + random() / 2);
}

/** Never earlier than the server said, and callers that were told the same come back one by one. */
export function jitterMs(waitMs: number, random: () => number): number {
  return random() * Math.min(retryDefaults.jitterMs, waitMs * 0.04);
}

/** Did the failed attempt have an effect? */
export function outcomeOf(status: number, code: string | undefined): Outcome {
  return status >= 500 || code === inProgress ? 'unknown' : 'rejected';
}

/** The failure waits for the quota or for another request, which is no fault of the server. */
export function isLimited({ status, code }: Pick<AttemptFailure, 'status' | 'code'>): boolean {
  return status === 429 || code === inProgress;
}

/**
 * The outcome of a call whose earlier attempts left a doubt. The server looks at the idempotency key before
 * it looks at the body and the records: when it then refuses, the earlier attempt had no effect either.
 */
export function overallOutcome(
  request: Repeatable,
  failure: AttemptFailure,
  doubtful: boolean,
): Outcome {
  const settled = request.dedupes && [400, 404, 409, 422].includes(failure.status ?? 0);
  return doubtful && !(settled && failure.outcome === 'rejected') ? 'unknown' : failure.outcome;
}

function mayRepeat(request: Repeatable, failure: AttemptFailure): boolean {
  if (failure.shouldRetry !== undefined) return failure.shouldRetry;
  const { status, code, outcome } = failure;
  if (status !== undefined && !retryStatuses.includes(status) && code !== inProgress) return false;
  if (outcome !== 'unknown') return true;
  return request.method === 'POST' ? request.dedupes : !request.conditional;
}

function spent(failure: AttemptFailure, tally: Tally, maxRetries: number | undefined): boolean {
  if (maxRetries !== undefined) return tally.failures + tally.limited >= maxRetries;
  return isLimited(failure)
    ? tally.limited >= retryDefaults.maxLimitedRetries
    : tally.failures >= retryDefaults.maxRetries;
}
