import type { Outcome } from '../errors.ts';

// How long the SDK waits, and how often. Pure: the clock and chance are handed in.

/** After a lost connection, a timeout or a 5xx. */
const maxRetries = 3;
/** After a 429. */
const maxLimitedRetries = 8;
const firstBackoffMs = 500;
const longestBackoffMs = 8_000;
const longestJitterMs = 250;
/** A longer wait is the caller's decision: the call fails at once and says how long. */
export const longestWaitMs = 60_000 + longestJitterMs;

const retryStatuses = [408, 425, 429, 500, 502, 503, 504];
const inProgress = 'SVC-IDEMPOTENCY-IN-PROGRESS';

/** What a request is, as far as sending it again is concerned. */
export interface Repeatable {
  method: string;
  /** The server answers a repeated Idempotency-Key without a second effect. */
  dedupes: boolean;
  /** A PATCH that names the `revision` it changes: a repetition would be refused by its own success. */
  conditional: boolean;
  /** Set by the caller: bounds all retries. */
  maxRetries?: number | undefined;
}

/** How one attempt failed. */
export interface Failure {
  /** Undefined when there was no answer. */
  status?: number | undefined;
  code?: string | undefined;
  outcome: Outcome;
  /** What the server asked for. */
  retryAfterMs?: number | undefined;
}

/** The attempts so far. */
export interface Tally {
  failures: number;
  limited: number;
}

/** The wait before the next attempt, or undefined when this failure is the answer. */
export function nextWaitMs(
  request: Repeatable,
  failure: Failure,
  {
    tally,
    remainingMs,
    shouldRetry,
  }: {
    tally: Tally;
    remainingMs: number;
    /** `x-should-retry`: the server's word, which wins. */
    shouldRetry?: boolean | undefined;
  },
  random: () => number,
): number | undefined {
  const { failures, limited } = tally;
  const retries = failures + limited;
  const isSpent =
    request.maxRetries !== undefined
      ? retries >= request.maxRetries
      : isLimited(failure)
        ? limited >= maxLimitedRetries
        : failures >= maxRetries;
  if (isSpent || !(shouldRetry ?? mayRepeat(request, failure))) return undefined;
  const { retryAfterMs } = failure;
  const waitMs =
    retryAfterMs === undefined
      ? backoffMs(retries, random)
      : retryAfterMs + jitterMs(retryAfterMs, random);
  return waitMs < Math.min(longestWaitMs, remainingMs) ? waitMs : undefined;
}

/** Doubles from 500 ms to 8 s, and takes at least half of it. */
export function backoffMs(retriesBefore: number, random: () => number): number {
  return Math.min(longestBackoffMs, firstBackoffMs * 2 ** retriesBefore) * (0.5 + random() / 2);
}

/** Never earlier than the server said, and callers that were told the same come back one by one. */
export function jitterMs(waitMs: number, random: () => number): number {
  return random() * Math.min(longestJitterMs, waitMs * 0.04);
}

/** Did the failed attempt have an effect? */
export function outcomeOf(status: number, code: string | undefined): Outcome {
  return status >= 500 || code === inProgress ? 'unknown' : 'rejected';
}

/** The failure waits for the quota or for another request, which is no fault of the server. */
export function isLimited({ status, code }: Failure): boolean {
  return status === 429 || code === inProgress;
}

/**
 * The outcome of a call whose earlier attempts left a doubt. The server looks at the idempotency key before
 * it looks at the body and the records: when it then refuses, the earlier attempt had no effect either.
 */
export function overallOutcome(
  { dedupes }: Repeatable,
  { status = 0, outcome }: Failure,
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
