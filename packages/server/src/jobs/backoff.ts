const jitter = 0.2;

/** The wait after this attempt (1 for the first), spread by 20 % to each side. */
export function backoffMs(
  schedule: readonly number[],
  attempt: number,
  random: () => number = Math.random,
): number {
  const base = schedule[Math.min(attempt, schedule.length) - 1] ?? 0;
  return Math.round(base * (1 - jitter + 2 * jitter * random()));
}
