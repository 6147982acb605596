import { webhookLimits } from '@parley/contract/schemas';
import type { LaneState } from '../webhook-deliveries/statements/settle-deliveries.ts';

// An endpoint that mostly fails is left alone for half a minute, then tried with a single delivery: it costs
// others nothing, and its deliveries keep their attempts for when it is back.

const halfWindowMs = 150_000;
const fewestAttempts = 10;
const failingShare = 0.7;
const openMs = 30_000;

/** Notes in the lane how an attempt went. */
export function countAttempt(lane: LaneState, delivered: boolean, nowMs: number): void {
  // What was on its way when the breaker opened tells nothing new.
  if (nowMs < lane.open_until) return;
  if (isOpen(lane)) {
    if (delivered) close(lane, nowMs);
    else lane.open_until = nowMs + openMs;
    return;
  }
  turnWindow(lane, nowMs);
  lane.attempts += 1;
  if (delivered) return;
  lane.failures += 1;
  const attempts = lane.attempts + lane.earlier_attempts;
  const failures = lane.failures + lane.earlier_failures;
  if (attempts < fewestAttempts || failures < failingShare * attempts) return;
  lane.open_until = nowMs + openMs;
  lane.max_in_flight = 1;
}

/** Also while a single delivery is on its way to find out. */
export function isOpen(lane: Pick<LaneState, 'max_in_flight'>): boolean {
  return lane.max_in_flight === 1;
}

function close(lane: LaneState, nowMs: number): void {
  lane.max_in_flight = webhookLimits.concurrency;
  lane.open_until = 0;
  lane.window_at = nowMs;
  lane.attempts = 0;
  lane.failures = 0;
  lane.earlier_attempts = 0;
  lane.earlier_failures = 0;
}

/** The five minutes are counted in two halves. */
function turnWindow(lane: LaneState, nowMs: number): void {
  const age = nowMs - lane.window_at;
  if (age < halfWindowMs) return;
  const isRecent = age < 2 * halfWindowMs;
  lane.earlier_attempts = isRecent ? lane.attempts : 0;
  lane.earlier_failures = isRecent ? lane.failures : 0;
  lane.attempts = 0;
  lane.failures = 0;
  lane.window_at = nowMs;
}
