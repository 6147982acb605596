import { varied } from '@parley/domain';

/**
 * Returns the wait after this attempt in milliseconds, with a random variation of 20 % in both directions. The first
 * attempt is number 1.
 */
export function backoffMs(
  schedule: readonly number[],
  attempt: number,
  random: () => number = Math.random,
): number {
  const base = schedule[Math.min(attempt, schedule.length) - 1] ?? 0;
  return Math.round(varied(base, random));
}
