import {
  type Quota,
  type RateLimit,
  rateLimitHeaders,
  ServiceError,
  type TokenResult,
} from '@parley/contract/schemas';
import type { Request, Response } from 'express';
import { networkOf } from './networks.ts';

/** Sets the headers with the quota of the API key. Every authenticated response has them. */
export function setRateLimitHeaders(res: Response, rateLimit: RateLimit): void {
  res.setHeader(rateLimitHeaders.limit, String(rateLimit.limit));
  res.setHeader(rateLimitHeaders.remaining, String(rateLimit.remaining));
  res.setHeader(rateLimitHeaders.reset, String(rateLimit.resetSeconds));
  res.setHeader(rateLimitHeaders.policy, `${rateLimit.limit};w=${rateLimit.windowSeconds}`);
}

export function quotaUsed(
  scope: 'key' | 'session',
  { limit, windowSeconds }: RateLimit,
  retryAfterSeconds: number,
): ServiceError {
  const details = { limit, windowSeconds, retryAfterSeconds, scope };
  return new ServiceError('SVC-RATE-LIMITED', details);
}

/** Counts failed authentications: in this process, or in its primary process. */
export interface FailureQuotas {
  take(key: string, nowMs: number, quota: Quota): TokenResult | Promise<TokenResult>;
  forget(key: string): void;
}

/** Creates the limiter of failed authentications, by client address. It never delays requests with a valid API key. */
export function createFailureLimiter(quota: Quota, nowMs: () => number, quotas: FailureQuotas) {
  return async (req: Request): Promise<ServiceError | undefined> => {
    const taken = await quotas.take(networkOf(req.ip ?? ''), nowMs(), quota);
    const { admitted, retryAfterSeconds } = taken;
    if (admitted) return undefined;
    return new ServiceError('SVC-RATE-LIMITED', { ...quota, retryAfterSeconds, scope: 'ip' });
  };
}
