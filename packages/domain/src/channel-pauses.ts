import type { SendOutcome } from './attempts.ts';
import { longestRetryAfterMs } from './failure-waits.ts';

// When a provider is overloaded or limits a channel, the whole channel stops sending for a while, not only the refused
// message.

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** The time in milliseconds after the last pause within which a failure makes the next pause longer. */
const recoveryMs = 60_000;

export interface ChannelPause {
  /** When the pause ends, in epoch milliseconds; 0 for a channel that was never paused. */
  readonly pausedUntil: number;
  readonly pauseMs: number;
}

/**
 * Returns the pause after a provider was overloaded, or undefined when the present pause is already long enough.
 * `retryAfterMs` is the wait that the provider asked for.
 */
export function nextPause(
  { pausedUntil, pauseMs }: ChannelPause,
  nowMs: number,
  retryAfterMs: number | null,
): ChannelPause | undefined {
  const asked = Math.min(retryAfterMs ?? 0, longestRetryAfterMs);
  if (pausedUntil > nowMs) {
    // Messages sent at the same time get the same answer: only one that asks for a longer pause changes it.
    return nowMs + asked > pausedUntil ? { pausedUntil: nowMs + asked, pauseMs } : undefined;
  }
  const isRecovering = pauseMs > 0 && nowMs - pausedUntil < recoveryMs;
  const lengthMs = isRecovering ? Math.min(pauseMs * 2, longestPauseMs) : firstPauseMs;
  return { pausedUntil: nowMs + Math.max(lengthMs, asked), pauseMs: lengthMs };
}

/** Returns whether the answer to a message says that the provider cannot accept any message now. */
export function isOverloaded(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'refused') return outcome.kind === 'unknown';
  const { code, scope, automaticRetry } = outcome.error;
  if (!automaticRetry || scope === 'pair') return false;
  return code === 'SVC-PROVIDER-ERROR' || code === 'SVC-PROVIDER-RATE-LIMITED';
}
