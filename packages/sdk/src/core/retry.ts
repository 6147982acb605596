import type { Outcome } from '../errors.ts';
import type { Call, Limits } from './request.ts';

// Waits and number of retries. A pure module: the clock and random numbers are parameters.

/** After a lost connection, a timeout or a 5xx. */
const defaultRetries = 3;
/** After a 429. */
const defaultLimitedRetries = 8;
const longestJitterMs = 250;
/** A longer wait is the caller's decision: the call fails at once and says how long. */
export const longestWaitMs = 60_000 + longestJitterMs;

const retryStatuses = [408, 425, 429, 500, 502, 503, 504];
const inProgress = 'SVC-IDEMPOTENCY-IN-PROGRESS';

/** The properties of a call that decide whether it can be retried. */
export type Repeatable = Pick<Call, 'method' | 'dedupes' | 'conditional'> & {
  limits: Pick<Limits, 'maxRetries' | 'initialBackoffMs' | 'maxBackoffMs'>;
};

/** How one attempt failed. */
export interface Failure {
  /** Undefined if there was no response. */
  status?: number | undefined;
  code?: string | undefined;
  outcome: Outcome;
  /** The retry hints of the server. */
  retryAfterMs?: number | undefined;
}

/** The used and remaining budget of a call. */
export interface Budget {
  /** Retries after a failure, and after a refusal by the quota. */
  failures: number;
  limited: number;
  remainingMs: number;
  /** The word of the caller or of the server (`x-should-retry`): it wins over the rules. */
  shouldRetry?: boolean | undefined;
}

/** The wait before the next attempt, or undefined when there is none. */
export function nextWaitMs(
  call: Repeatable,
  failure: Failure,
  { failures, limited, remainingMs, shouldRetry }: Budget,
  random: () => number,
): number | undefined {
  const { maxRetries } = call.limits;
  const retries = failures + limited;
  const isSpent =
    maxRetries !== undefined
      ? retries >= maxRetries
      : isLimited(failure)
        ? limited >= defaultLimitedRetries
        : failures >= defaultRetries;
  if (isSpent || !(shouldRetry ?? mayRepeat(call, failure))) return undefined;
  const { retryAfterMs } = failure;
  const waitMs =
    retryAfterMs === undefined
      ? backoffMs(retries, call.limits, random)
      : retryAfterMs + jitterMs(retryAfterMs, random);
  return waitMs < Math.min(longestWaitMs, remainingMs) ? waitMs : undefined;
}

/** Doubles from the initial to the longest backoff, and is at least half of it. */
export function backoffMs(
  retriesBefore: number,
  { initialBackoffMs, maxBackoffMs }: Repeatable['limits'],
  random: () => number,
): number {
  return Math.min(maxBackoffMs, initialBackoffMs * 2 ** retriesBefore) * (0.5 + random() / 2);
}

/** Never before the requested time, and with jitter, so that callers with the same wait do not return at once. */
export function jitterMs(waitMs: number, random: () => number): number {
  return random() * Math.min(longestJitterMs, waitMs * 0.04);
}

/** Did the failed attempt have an effect? */
export function outcomeOf(status: number, code: string | undefined): Outcome {
  return status >= 500 || code === inProgress ? 'unknown' : 'rejected';
}

/** The call waits for the quota or for another request, which is not a failure of the server. */
export function isLimited({ status, code }: Failure): boolean {
  return status === 429 || code === inProgress;
}

/**
 * The outcome of a call whose earlier attempts left a doubt. The server looks at the idempotency key before
 * it looks at the body and the records: when it then refuses, the earlier attempt had no effect either.
 */
export function overallOutcome(
  { dedupes }: Pick<Call, 'dedupes'>,
  { status = 0, outcome }: Pick<Failure, 'status' | 'outcome'>,
  before: Outcome,
): Outcome {
  const settled = dedupes && [400, 404, 409, 422].includes(status);
  return outcome === 'not_sent' || (before === 'unknown' && !settled) ? before : outcome;
}

function mayRepeat(
  { method, dedupes, conditional }: Repeatable,
  { status, code, outcome }: Failure,
): boolean {
  if (status !== undefined && !retryStatuses.includes(status) && code !== inProgress) return false;
  return outcome !== 'unknown' || (method === 'POST' ? dedupes : !conditional);
}
