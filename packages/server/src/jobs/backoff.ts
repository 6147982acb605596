const jitter = 0.2;

/** Waits of a job whose handler threw, by attempt; the last one repeats. */
export const failureBackoffMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;

/** The wait after this attempt (1 for the first), spread by 20 % to each side. */
export function backoffMs(
  schedule: readonly number[],
  attempt: number,
  random: () => number = Math.random,
): number {
  const base = schedule[Math.min(attempt, schedule.length) - 1] ?? 0;
  return Math.round(base * (1 - jitter + 2 * jitter * random()));
}
