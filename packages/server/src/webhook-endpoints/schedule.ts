import { webhookSchedule } from '@parley/contract/schemas';
import type { AttemptResult } from '../outbound/post.ts';

const jitter = 0.2;
const politeMs = 60_000;
const longestWaitMs = 86_400_000;
/** Answers of something that stands before the receiver, or of one that has too much to do. */
const busyStatuses: readonly (number | null)[] = [429, 502, 504];

/** From the first attempt of a series to its last, when each is made in its time. */
export const wholeScheduleMs =
  webhookSchedule.reduce<number>((sum, seconds) => sum + seconds, 0) * 1_000;

/** The wait after so many attempts of a series; undefined when there are no more. */
export type WaitAfter = (
  attempts: number,
  failed: Failed,
  random: () => number,
) => number | undefined;

export type Failed = Pick<AttemptResult, 'statusCode' | 'error' | 'retryAfterSeconds'>;

/**
 * How long to wait after so many attempts of a series, of which this was the last; undefined when that was
 * the last of all. What the receiver asks for may only make it longer.
 */
export function waitAfter(
  attempts: number,
  { statusCode, error, retryAfterSeconds }: Failed,
  random: () => number,
): number | undefined {
  const seconds = webhookSchedule[attempts];
  if (seconds === undefined) return undefined;
  const scheduledMs = seconds * 1_000 * (1 - jitter + 2 * jitter * random());
  const isBusy = busyStatuses.includes(statusCode) || error?.code === 'timeout';
  const askedMs = Math.min((retryAfterSeconds ?? 0) * 1_000, longestWaitMs);
  return Math.round(Math.max(scheduledMs, isBusy ? politeMs : 0, askedMs));
}
