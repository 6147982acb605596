/** One hour in milliseconds. */
export const hourMs = 3_600_000;
/** One day of 24 hours in milliseconds. */
export const dayMs = 24 * hourMs;
