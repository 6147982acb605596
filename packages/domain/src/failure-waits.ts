/** Waits of a job that failed, by attempt; the last one repeats. The server spreads each by 20 % to both sides. */
export const failureBackoffMs = [2_000, 8_000, 32_000, 120_000, 480_000] as const;
