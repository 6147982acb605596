import type { SendOutcome } from './attempts.ts';
import { longestRetryAfterMs } from './failure-waits.ts';

// When a provider is overloaded or limits a channel, the whole channel stops sending for a while, not only the refused
// message.

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/**
 * The time in milliseconds after the last pause within which a failure makes the next pause longer, unless the channel
 * has sent a message since that pause.
 */
const recoveryMs = 60_000;

export interface ChannelPause {
  /** When the pause ends, in epoch milliseconds; 0 for a channel that was never paused. */
  readonly pausedUntil: number;
  readonly pauseMs: number;
}

/** An answer of a provider that says that it cannot accept any message now. */
export interface Overload {
  /** The wait that the provider asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
  /**
   * When the attempt began, in epoch milliseconds, if the answer may be about its message alone. Such an answer pauses
   * no channel that has sent another message since then.
   */
  readonly begunMs?: number | undefined;
}

/**
 * Returns the pause after a provider was overloaded. Undefined when the present pause is already long enough, and when
 * the provider accepts other messages. `lastSentMs` is when the channel last sent a message; 0 if never.
 */
export function nextPause(
  { pausedUntil, pauseMs, lastSentMs }: ChannelPause & { readonly lastSentMs: number },
  nowMs: number,
  { retryAfterMs, begunMs = Number.POSITIVE_INFINITY }: Overload,
): ChannelPause | undefined {
  if (lastSentMs > begunMs) return undefined;
  const asked = Math.min(retryAfterMs ?? 0, longestRetryAfterMs);
  if (pausedUntil > nowMs) {
    // Messages sent at the same time get the same answer: only one that asks for a longer pause changes it.
    return nowMs + asked > pausedUntil ? { pausedUntil: nowMs + asked, pauseMs } : undefined;
  }
  const hasRecovered = lastSentMs > pausedUntil || nowMs - pausedUntil >= recoveryMs;
  const lengthMs =
    pauseMs > 0 && !hasRecovered ? Math.min(pauseMs * 2, longestPauseMs) : firstPauseMs;
  return { pausedUntil: nowMs + Math.max(lengthMs, asked), pauseMs: lengthMs };
}

/** Returns what the answer to an attempt means for its channel; undefined when the channel continues to send. */
export function overloadIn(outcome: SendOutcome, begunMs?: number): Overload | undefined {
  if (!isOverloaded(outcome)) return undefined;
  const refusal = outcome.kind === 'refused' ? outcome : undefined;
  const retryAfterMs = refusal?.retryAfterMs ?? null;
  const isOfChannel = retryAfterMs !== null || refusal?.error.code === 'SVC-PROVIDER-RATE-LIMITED';
  return { retryAfterMs, begunMs: isOfChannel ? undefined : begunMs };
}

/** Returns whether the answer to a message says that the provider cannot accept any message now. */
function isOverloaded(outcome: SendOutcome): boolean {
  if (outcome.kind !== 'refused') return outcome.kind === 'unknown';
  const { code, scope, automaticRetry } = outcome.error;
  if (!automaticRetry || scope === 'pair') return false;
  return code === 'SVC-PROVIDER-ERROR' || code === 'SVC-PROVIDER-RATE-LIMITED';
}
