import { webhookSchedule } from '@parley/contract/schemas';
import { dayMs } from './durations.ts';

const jitter = 0.2;
const busyWaitMs = 60_000;
const longestWaitMs = dayMs;
/** Statuses with which a proxy reports that its receiver does not answer, or a receiver that it is overloaded. */
const busyStatuses: readonly (number | null)[] = [429, 502, 504];

/** The time from the first to the last attempt of a series, without delays, in milliseconds. */
export const wholeScheduleMs =
  webhookSchedule.reduce<number>((sum, seconds) => sum + seconds, 0) * 1_000;

/** The result of a failed attempt, which decides the time of the next one. */
export interface FailedAttempt {
  readonly statusCode: number | null;
  readonly error: { readonly code: string } | null;
  readonly retryAfterSeconds: number | null;
}

/**
 * Returns the wait in milliseconds before the next attempt, after this number of attempts in a series; undefined when
 * no further attempt follows. `Retry-After` can only make the wait longer. `random` returns a number from 0 to 1.
 */
export function waitAfter(
  attempts: number,
  { statusCode, error, retryAfterSeconds }: FailedAttempt,
  random: () => number,
): number | undefined {
  const seconds = webhookSchedule[attempts];
  if (seconds === undefined) return undefined;
  // The waits vary at random, so that receivers that were down do not get all attempts at once.
  const scheduledMs = varied(seconds * 1_000, random);
  const isBusy = busyStatuses.includes(statusCode) || error?.code === 'timeout';
  const askedMs = Math.min((retryAfterSeconds ?? 0) * 1_000, longestWaitMs);
  return Math.round(Math.max(scheduledMs, isBusy ? busyWaitMs : 0, askedMs));
}

/** Returns a wait with a random variation of 20 % in both directions. `random` returns a number from 0 to 1. */
export function varied(ms: number, random: () => number): number {
  return ms * (1 - jitter + 2 * jitter * random());
}
