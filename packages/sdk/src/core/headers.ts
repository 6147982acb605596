import { readRateLimit } from '@parley/contract/rate-limit';
import type { FetchHeaders } from './fetch.ts';

type HeaderReader = Pick<FetchHeaders, 'get'>;

/** Quota of your API key, as the `RateLimit-*` headers of a response state it. */
export interface RateLimit {
  limit: number;
  /** Number of requests that the server would admit now. */
  remaining: number;
  /** Seconds until the quota is full again. If `remaining` is 0: seconds until the server admits one request. */
  resetSeconds: number;
  windowSeconds: number;
}

/**
 * Returns the quota from a response: Parley's four headers, or the single `RateLimit` field of later drafts. Undefined
 * without them.
 */
export function rateLimitOf(headers: HeaderReader, nowMs: number): RateLimit | undefined {
  const ours = readRateLimit((name) => headers.get(name));
  if (ours) {
    ours.resetSeconds = untilReset(ours.resetSeconds, nowMs);
    return ours;
  }
  const field = headers.get('ratelimit');
  const remaining = parameter(field, 'r|remaining');
  if (remaining === undefined) return undefined;
  const policy = headers.get('ratelimit-policy');
  return {
    limit: parameter(field, 'limit') ?? parameter(policy, 'q') ?? remaining,
    remaining,
    resetSeconds: untilReset(parameter(field, 't|reset') ?? 1, nowMs),
    windowSeconds: parameter(policy, 'w') ?? 60,
  };
}

/**
 * Returns the wait in milliseconds that the server requests, from `Retry-After-Ms` or else `Retry-After`. `Retry-After`
 * is a number of seconds, also with decimals, or a date. For a 429 with neither header, the wait is the time until the
 * quota refills. Returns undefined when no header says how long.
 */
export function retryAfterMsOf(
  status: number,
  headers: HeaderReader,
  nowMs: number,
): number | undefined {
  const after = headers.get('retry-after');
  // The date is by the server's clock. If the local clock differs clearly, the `Date` header gives the server's time.
  const serverNow = Date.parse(`${headers.get('date')}`);
  const now = Math.abs(serverNow - nowMs) > 5_000 ? serverNow : nowMs;
  const forms = [
    numberOf(headers.get('retry-after-ms')),
    numberOf(after) * 1000,
    Date.parse(`${after}`) - now,
    status === 429 ? resetMsOf(headers, nowMs) : Number.NaN,
  ];
  const waitMs = forms.find((form) => !Number.isNaN(form));
  return waitMs && Math.max(0, waitMs);
}

/** Returns the milliseconds until the quota resets, from `RateLimit-Reset` or from `t` in the single `RateLimit` field. */
function resetMsOf(headers: HeaderReader, nowMs: number): number {
  const named = numberOf(headers.get('ratelimit-reset'));
  const reset = Number.isNaN(named) ? parameter(headers.get('ratelimit'), 't|reset') : named;
  return untilReset(Math.max(0, reset ?? Number.NaN), nowMs) * 1000;
}

// Some gateways send a time instead of a duration: in seconds or milliseconds since 1970.
function untilReset(reset: number, nowMs: number): number {
  if (!(reset > 1e8)) return reset;
  return Math.max(0, (reset > 1e11 ? reset - nowMs : reset * 1000 - nowMs) / 1000);
}

function parameter(field: string | null, names: string): number | undefined {
  const found = field && new RegExp(`(?:^|[;,\\s])(?:${names})=(\\d+)`).exec(field);
  return found ? Number(found[1]) : undefined;
}

/** Returns the number in a header; NaN without a value. */
function numberOf(value: string | null): number {
  return Number(value || Number.NaN);
}
