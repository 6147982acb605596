import {
  type Quota,
  type RateLimit,
  rateLimitHeaders,
  ServiceError,
  type TokenResult,
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

/** Where failed authentications are counted: in this process, or in the one that has started it. */
export interface FailureQuotas {
  take(key: string, nowMs: number, quota: Quota): TokenResult | Promise<TokenResult>;
}

/** Counts failed authentications by client address; a good key is never held up by it. */
export function createFailureLimiter(
  quota: Quota,
  nowMs: () => number,
  quotas: FailureQuotas = new MemoryQuotas(),
) {
  return async (req: Request): Promise<ServiceError | undefined> => {
    const taken = await quotas.take(networkOf(req.ip ?? ''), nowMs(), quota);
    const { admitted, retryAfterSeconds } = taken;
    if (admitted) return undefined;
    return new ServiceError('SVC-RATE-LIMITED', { ...quota, retryAfterSeconds, scope: 'ip' });
  };
}
