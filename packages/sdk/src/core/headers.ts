import { readRateLimit } from '@parley/contract/rate-limit';

/** The quota of the key, as an answer states it. */
export interface RateLimit {
  limit: number;
  /** Requests that would be admitted at once. */
  remaining: number;
  /** Until the quota is full again or, at `remaining` 0, until one request is admitted. */
  resetSeconds: number;
  windowSeconds: number;
}

/** The part of `Headers` that reading needs. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** The quota as the answer states it: our four headers, or the one `RateLimit` field of later drafts. */
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
 * How long the server asks to wait: `Retry-After-Ms`, `Retry-After` (seconds, decimals or a date) and,
 * after a 429, whatever tells when the quota comes back.
 */
export function waitMsOf(headers: HeaderReader, status: number, nowMs: number): number | undefined {
  const wait =
    number(headers.get('retry-after-ms')) ??
    retryAfterMs(headers, nowMs) ??
    resetMs(headers, status, nowMs);
  return wait === undefined ? undefined : Math.max(0, wait);
}

function retryAfterMs(headers: HeaderReader, nowMs: number): number | undefined {
  const value = headers.get('retry-after');
  const seconds = number(value);
  if (seconds !== undefined) return seconds * 1000;
  const at = Date.parse(value ?? '');
  if (Number.isNaN(at)) return undefined;
  // The date is by the server's clock: where ours is visibly off, its `Date` header says what time it is.
  const serverNow = Date.parse(headers.get('date') ?? '');
  return at - (Math.abs(serverNow - nowMs) > 5_000 ? serverNow : nowMs);
}

function resetMs(headers: HeaderReader, status: number, nowMs: number): number | undefined {
  if (status !== 429) return undefined;
  const reset =
    number(headers.get('ratelimit-reset')) ?? parameter(headers.get('ratelimit'), 't|reset');
  return reset === undefined ? undefined : untilReset(reset, nowMs) * 1000;
}

// Some gateways send the moment instead of the distance: in seconds or milliseconds since 1970.
function untilReset(reset: number, nowMs: number): number {
  if (reset <= 1e8) return reset;
  return Math.max(0, (reset > 1e11 ? reset - nowMs : reset * 1000 - nowMs) / 1000);
}

function number(value: string | null): number | undefined {
  return value !== null && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

function parameter(field: string | null, names: string): number | undefined {
  const found = field && new RegExp(`(?:^|[;,\\s])(?:${names})=(\\d+)`).exec(field);
  return found ? Number(found[1]) : undefined;
}
