import type { SendOutcome } from './attempts.ts';

// A provider that is overloaded, or that limits a channel, is left alone for a while: the whole channel waits, not only the
// message that was refused.

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A failure this soon after the last pause makes the next one longer. */
const recoveryMs = 60_000;
const longestRetryAfterMs = 15 * 60_000;

export interface ChannelPause {
  /** In epoch milliseconds; 0 = never paused. */
  readonly pausedUntil: number;
  readonly pauseMs: number;
}

/** The pause after a provider asked for one; undefined while the channel waits long enough already. */
export function nextPause(
  { pausedUntil, pauseMs }: ChannelPause,
  nowMs: number,
  retryAfterMs: number | null,
): ChannelPause | undefined {
  const asked = Math.min(retryAfterMs ?? 0, longestRetryAfterMs);
  if (pausedUntil > nowMs) {
    // Of the messages that were under way together, one answer counts.
    return nowMs + asked > pausedUntil ? { pausedUntil: nowMs + asked, pauseMs } : undefined;
  }
  const isRecovering = pauseMs > 0 && nowMs - pausedUntil < recoveryMs;
  const lengthMs = isRecovering ? Math.min(pauseMs * 2, longestPauseMs) : firstPauseMs;
  return { pausedUntil: nowMs + Math.max(lengthMs, asked), pauseMs: lengthMs };
}

/** Returns whether an outcome says that the provider cannot accept any message now. */
export function isOverloaded(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'refused') return outcome.kind === 'unknown';
  const { code, scope, automaticRetry } = outcome.error;
  if (!automaticRetry || scope === 'pair') return false;
  return code === 'SVC-PROVIDER-ERROR' || code === 'SVC-PROVIDER-RATE-LIMITED';
}
