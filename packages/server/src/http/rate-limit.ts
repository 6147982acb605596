import {
  type Quota,
  type RateLimit,
  rateLimitHeaders,
  ServiceError,
} from '@parley/contract/schemas';
import type { Request, Response } from 'express';
import { MemoryQuotas } from '../api-keys/memory-quotas.ts';
import { networkOf } from './networks.ts';

/** On every authenticated response. */
export function setRateLimitHeaders(res: Response, rateLimit: RateLimit): void {
  res.setHeader(rateLimitHeaders.limit, String(rateLimit.limit));
  res.setHeader(rateLimitHeaders.remaining, String(rateLimit.remaining));
  res.setHeader(rateLimitHeaders.reset, String(rateLimit.resetSeconds));
  res.setHeader(rateLimitHeaders.policy, `${rateLimit.limit};w=${rateLimit.windowSeconds}`);
}

export function keyLimited(rateLimit: RateLimit, retryAfterSeconds: number): ServiceError {
  const { limit, windowSeconds } = rateLimit;
  return new ServiceError('SVC-RATE-LIMITED', {
    limit,
    windowSeconds,
    retryAfterSeconds,
    scope: 'key',
  });
}

/** Counts failed authentications by client address; a good key is never held up by it. */
export function createFailureLimiter(quota: Quota, nowMs: () => number) {
  const quotas = new MemoryQuotas();
  return (req: Request): ServiceError | undefined => {
    const { admitted, retryAfterSeconds } = quotas.take(networkOf(req.ip ?? ''), nowMs(), quota);
    if (admitted) return undefined;
    return new ServiceError('SVC-RATE-LIMITED', { ...quota, retryAfterSeconds, scope: 'ip' });
  };
}
