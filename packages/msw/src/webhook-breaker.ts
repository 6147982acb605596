// An endpoint that mostly fails is left alone for half a minute, then tried with a single delivery, as the service
// does it: who receives webhooks sees pauses.
import { webhookLimits } from '@parley/contract';

/** What is remembered of the last five minutes, counted in two halves. */
export interface Breaker {
  /** Attempts at a time. */
  maxInFlight: number;
  /** By the mock clock: none before that. */
  openUntilMs: number;
  windowMs: number;
  attempts: number;
  failures: number;
  earlierAttempts: number;
  earlierFailures: number;
}

const halfWindowMs = 150_000;
const fewestAttempts = 10;
const failingShare = 0.7;
const openMs = 30_000;

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

/** Notes how an attempt ended. */
export function countAttempt(breaker: Breaker, delivered: boolean, nowMs: number): void {
  // What was on its way when it opened tells nothing new.
  if (nowMs < breaker.openUntilMs) return;
  if (isOpen(breaker)) {
    if (delivered) Object.assign(breaker, closedBreaker(nowMs));
    else breaker.openUntilMs = nowMs + openMs;
    return;
  }
  turnWindow(breaker, nowMs);
  breaker.attempts += 1;
  if (delivered) return;
  breaker.failures += 1;
  const attempts = breaker.attempts + breaker.earlierAttempts;
  const failures = breaker.failures + breaker.earlierFailures;
  if (attempts < fewestAttempts || failures < failingShare * attempts) return;
  Object.assign(breaker, { maxInFlight: 1, openUntilMs: nowMs + openMs });
}

/** Also while a single delivery is on its way to find out. */
export function isOpen({ maxInFlight }: Pick<Breaker, 'maxInFlight'>): boolean {
  return maxInFlight === 1;
}

function turnWindow(breaker: Breaker, nowMs: number): void {
  const ageMs = nowMs - breaker.windowMs;
  if (ageMs < halfWindowMs) return;
  const isRecent = ageMs < 2 * halfWindowMs;
  Object.assign(breaker, {
    windowMs: nowMs,
    earlierAttempts: isRecent ? breaker.attempts : 0,
    earlierFailures: isRecent ? breaker.failures : 0,
    attempts: 0,
    failures: 0,
  });
}
