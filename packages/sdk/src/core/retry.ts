import type { Outcome } from '../errors.ts';
import type { Call, Limits } from './request.ts';

// Decides about waits and the number of retries. The clock and random numbers are parameters.

/** The default number of retries after a lost connection, a timeout or a 5xx. */
const defaultRetries = 3;
/** The default number of retries after a 429. */
const defaultLimitedRetries = 8;
const longestJitterMs = 250;
/**
 * Longest wait before a retry and longest pause for the quota, in milliseconds. If the server requests a longer wait,
 * the call fails at once, and the `retryAfterMs` of its error is that wait.
 */
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
  /** The wait that the server asks for, in milliseconds. */
  retryAfterMs?: number | undefined;
}

/** Numbers of retries: how many a call may make, and how many it has made. */
export interface Budget {
  /** Number of retries after a failure; `limited` counts those after a refusal by the quota. */
  failures: number;
  limited: number;
  remainingMs: number;
  /** The decision of the caller or of the server (`x-should-retry`), which replaces the rules. */
  shouldRetry?: boolean | undefined;
}

/** Returns the wait before the next attempt, or undefined when there is none. */
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

/**
 * Returns a random wait in milliseconds, between half of the backoff and all of it. The backoff starts at
 * `initialBackoffMs`, doubles with each retry and ends at `maxBackoffMs`.
 */
export function backoffMs(
  retriesBefore: number,
  { initialBackoffMs, maxBackoffMs }: Repeatable['limits'],
  random: () => number,
): number {
  return Math.min(maxBackoffMs, initialBackoffMs * 2 ** retriesBefore) * (0.5 + random() / 2);
}

/**
 * Returns the random milliseconds to add to the wait that the server requested: up to 4 % of `waitMs`, and up to 250
 * ms. They spread the retries of clients that got the same wait.
 */
export function jitterMs(waitMs: number, random: () => number): number {
  return random() * Math.min(longestJitterMs, waitMs * 0.04);
}

/** Returns whether the failed attempt had an effect, as far as it is known. */
export function outcomeOf(status: number, code: string | undefined): Outcome {
  return status >= 500 || code === inProgress ? 'unknown' : 'rejected';
}

/**
 * Returns whether the server refused the request for the quota (429), or because a request with the same idempotency
 * key is in progress. The retry budget counts these as `limited`, not as `failures`.
 */
export function isLimited({ status, code }: Failure): boolean {
  return status === 429 || code === inProgress;
}

/**
 * Combines the outcome of the last attempt with `before`, the outcome of the earlier attempts, into the
 * `outcome` of the whole call. A last attempt that was not sent changes nothing. An `unknown` of an earlier
 * attempt remains, with one exception: the call `dedupes` and the last status is 400, 404, 409 or 422. The
 * server answers a repeat of a success with the stored response, even if it would now refuse the request.
 * Such a refusal therefore shows that the earlier attempts had no effect.
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
