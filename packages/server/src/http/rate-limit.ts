import {
  type Quota,
  type RateLimit,
  ServiceError,
  type TokenResult,
  writeRateLimit,
} from '@parley/contract/schemas';
import type { Request, Response } from 'express';
import { networkOf } from './networks.ts';

/** Sets the headers with the quota of the API key. Every authenticated response has them. */
export function setRateLimitHeaders(res: Response, rateLimit: RateLimit): void {
  for (const [name, value] of Object.entries(writeRateLimit(rateLimit))) res.setHeader(name, value);
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
