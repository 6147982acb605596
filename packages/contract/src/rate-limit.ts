// No zod here: the SDK bundles this file.

export interface Quota {
  /** Number of requests that a client may send at once after a whole window without requests. */
  limit: number;
  /** The time over which `limit` requests are refilled, evenly. */
  windowSeconds: number;
}

/** The quota of an API key unless the installation or the key says otherwise. */
export const defaultQuota: Quota = { limit: 600, windowSeconds: 60 };

/** Failed authentication is limited per client address. */
export const failedAuthenticationQuota: Quota = { limit: 60, windowSeconds: 60 };

export const rateLimitHeaders = {
  limit: 'RateLimit-Limit',
  remaining: 'RateLimit-Remaining',
  reset: 'RateLimit-Reset',
  policy: 'RateLimit-Policy',
} as const;

export interface RateLimit {
  limit: number;
  /** Requests that would be admitted at once. */
  remaining: number;
  /** Whole seconds until the quota is full again. If `remaining` is 0: until the server admits one request. */
  resetSeconds: number;
  windowSeconds: number;
}

/** Returns the four headers of every authenticated response, in the form of IETF ratelimit-headers draft 06. */
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
  /** The state to keep: the theoretical arrival time, in epoch milliseconds. */
  tatMs: number;
  rateLimit: RateLimit;
  /** 0 when admitted. */
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

/** Returns the headers for a stored quota state. */
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

// Absorbs the rounding of intervals that are not whole, added to milliseconds since 1970.
const roundingMs = 1e-3;

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil((ms - roundingMs) / 1000));
}

function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}
