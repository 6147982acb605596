// Does not import zod, because the SDK bundles this file.

export interface Quota {
  /** Number of requests that a client may send at once when it has sent none for a whole window. */
  limit: number;
  /** The seconds in which `limit` requests become available again, evenly. */
  windowSeconds: number;
}

/** The quota of an API key for which neither the installation nor the key sets another one. */
export const defaultQuota: Quota = { limit: 600, windowSeconds: 60 };

/** The quota of requests with a wrong or missing key, for each IP address of a client. */
export const failedAuthenticationQuota: Quota = { limit: 60, windowSeconds: 60 };

export const rateLimitHeaders = {
  limit: 'RateLimit-Limit',
  remaining: 'RateLimit-Remaining',
  reset: 'RateLimit-Reset',
  policy: 'RateLimit-Policy',
} as const;

export interface RateLimit {
  limit: number;
  /** Number of requests that the server would admit now. */
  remaining: number;
  /** Whole seconds until the whole quota is available. If `remaining` is 0: until the server admits one request. */
  resetSeconds: number;
  windowSeconds: number;
}

/**
 * Returns the four headers about the quota that every authenticated response has, as in the IETF draft
 * ratelimit-headers 06.
 */
export function writeRateLimit(rateLimit: RateLimit): Record<string, string> {
  return {
    [rateLimitHeaders.limit]: String(rateLimit.limit),
    [rateLimitHeaders.remaining]: String(rateLimit.remaining),
    [rateLimitHeaders.reset]: String(rateLimit.resetSeconds),
    [rateLimitHeaders.policy]: `${rateLimit.limit};w=${rateLimit.windowSeconds}`,
  };
}

/** Reads the rate limit from the headers of a response; undefined when one of them is absent or no whole number. */
export function readRateLimit(get: (name: string) => string | null): RateLimit | undefined {
  const limit = wholeNumber(get(rateLimitHeaders.limit));
  const remaining = wholeNumber(get(rateLimitHeaders.remaining));
  const resetSeconds = wholeNumber(get(rateLimitHeaders.reset));
  if (limit === undefined || remaining === undefined || resetSeconds === undefined)
    return undefined;
  const window = /;\s*w=(\d+)/.exec(get(rateLimitHeaders.policy) ?? '')?.[1];
  return {
    limit,
    remaining,
    resetSeconds,
    windowSeconds: window === undefined ? defaultQuota.windowSeconds : Number(window),
  };
}

export interface TokenResult {
  admitted: boolean;
  /** The state to store for the next request: the theoretical arrival time, in epoch milliseconds. */
  tatMs: number;
  rateLimit: RateLimit;
  /** Whole seconds until the server admits a request; 0 when this one is admitted. */
  retryAfterSeconds: number;
}

/**
 * One step of the generic cell rate algorithm: a burst of `limit`, refilled evenly over the window.
 * A refused request costs nothing. A state further in the future than the window comes from before the clock
 * stepped back, or before the window was shortened: it counts as an empty quota.
 */
export function takeToken(tatMs: number | undefined, nowMs: number, quota: Quota): TokenResult {
  const windowMs = quota.windowSeconds * 1000;
  const intervalMs = windowMs / quota.limit;
  const start = Math.min(Math.max(tatMs ?? 0, nowMs), nowMs + windowMs + roundingMs);
  const next = start + intervalMs;
  const waitMs = next - windowMs - nowMs;
  const admitted = waitMs <= roundingMs;
  const kept = admitted ? next : start;
  return {
    admitted,
    tatMs: kept,
    rateLimit: rateLimitAt(kept, nowMs, quota),
    retryAfterSeconds: admitted ? 0 : Math.max(1, wholeSeconds(waitMs)),
  };
}

/** Returns the rate limit that response headers show for a stored quota state, without counting a request. */
export function rateLimitAt(tatMs: number, nowMs: number, quota: Quota): RateLimit {
  const windowMs = quota.windowSeconds * 1000;
  const intervalMs = windowMs / quota.limit;
  const usedMs = Math.max(0, tatMs - nowMs);
  const remaining = Math.max(0, Math.floor((windowMs - usedMs + roundingMs) / intervalMs));
  const waitMs = remaining > 0 ? usedMs : usedMs + intervalMs - windowMs;
  return {
    limit: quota.limit,
    remaining,
    resetSeconds: wholeSeconds(waitMs),
    windowSeconds: quota.windowSeconds,
  };
}

// Interval lengths are not whole, so sums with epoch milliseconds are rounded: this tolerates the difference.
const roundingMs = 1e-3;

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil((ms - roundingMs) / 1000));
}

function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}
