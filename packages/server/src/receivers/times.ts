import { dayMs } from '@parley/domain';

const oldestMs = 30 * dayMs;
/**
 * Times below this number are in seconds: milliseconds have been above it since 1973, seconds reach it in the year
 * 5138.
 */
const leastMilliseconds = 1e11;

/**
 * Returns the time that a provider states, in seconds or milliseconds, as a number or text. Returns the time of receipt
 * when the stated time is missing, in the future, or more than 30 days old.
 */
export function providerTime(stated: unknown, receivedAt: string): string {
  const number = typeof stated === 'string' ? Number(stated) : stated;
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return receivedAt;
  const ms = Math.round(number < leastMilliseconds ? number * 1_000 : number);
  const receivedMs = Date.parse(receivedAt);
  return ms > receivedMs || receivedMs - ms > oldestMs ? receivedAt : new Date(ms).toISOString();
}
