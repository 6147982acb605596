/**
 * The waits of a failed job before each further attempt, in milliseconds; the last one repeats. The server varies each
 * by up to 20 % in both directions.
 */
export const failureBackoffMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;

/** The longest wait that a provider may ask for, in milliseconds. */
export const longestRetryAfterMs = 15 * 60_000;
