import { webhookLimits } from '@parley/contract/schemas';

// The circuit breaker of a webhook endpoint. When most attempts fail, the endpoint gets no attempt for 30 seconds, then
// one at a time. This keeps workers free for other endpoints, and saves the attempts of its deliveries until it
// recovers.

const halfWindowMs = 150_000;
const fewestAttempts = 10;
const failingShare = 0.7;
const openMs = 30_000;

/** The circuit breaker of an endpoint. It counts the attempts of the last five minutes, in two halves. */
export interface Breaker {
  /** The maximum number of attempts in flight. It is 1 while the breaker is open. */
  readonly maxInFlight: number;
  /** While the breaker is open, no attempt starts before this time, in epoch milliseconds. 0 while it is closed. */
  readonly openUntilMs: number;
  /** When the current half of the five minutes began, in epoch milliseconds. */
  readonly windowMs: number;
  readonly attempts: number;
  readonly failures: number;
  readonly earlierAttempts: number;
  readonly earlierFailures: number;
}

export function closedBreaker(nowMs = 0): Breaker {
  return {
    maxInFlight: webhookLimits.concurrency,
    openUntilMs: 0,
    windowMs: nowMs,
    attempts: 0,
    failures: 0,
    earlierAttempts: 0,
    earlierFailures: 0,
  };
}

/** Returns whether the breaker is open, also while it allows one attempt at a time. */
export function isOpen({ maxInFlight }: Pick<Breaker, 'maxInFlight'>): boolean {
  return maxInFlight === 1;
}

/** Returns the breaker after it has counted an attempt that ended at `nowMs`. */
export function countAttempt(breaker: Breaker, delivered: boolean, nowMs: number): Breaker {
  // An attempt that was already in flight when the breaker opened gives no new information.
  if (nowMs < breaker.openUntilMs) return breaker;
  if (isOpen(breaker)) {
    return delivered ? closedBreaker(nowMs) : { ...breaker, openUntilMs: nowMs + openMs };
  }
  const window = turned(breaker, nowMs);
  const counted = {
    maxInFlight: window.maxInFlight,
    openUntilMs: window.openUntilMs,
    windowMs: window.windowMs,
    attempts: window.attempts + 1,
    failures: window.failures + (delivered ? 0 : 1),
    earlierAttempts: window.earlierAttempts,
    earlierFailures: window.earlierFailures,
  };
  const allAttempts = counted.attempts + counted.earlierAttempts;
  const allFailures = counted.failures + counted.earlierFailures;
  const isFailing = allFailures >= failingShare * allAttempts;
  if (delivered || allAttempts < fewestAttempts || !isFailing) return counted;
  return { ...counted, openUntilMs: nowMs + openMs, maxInFlight: 1 };
}

function turned(breaker: Breaker, nowMs: number): Breaker {
  const ageMs = nowMs - breaker.windowMs;
  if (ageMs < halfWindowMs) return breaker;
  const isRecent = ageMs < 2 * halfWindowMs;
  return {
    ...breaker,
    windowMs: nowMs,
    attempts: 0,
    failures: 0,
    earlierAttempts: isRecent ? breaker.attempts : 0,
    earlierFailures: isRecent ? breaker.failures : 0,
  };
}
