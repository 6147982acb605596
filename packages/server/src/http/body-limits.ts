import { bodyLimits } from '@parley/contract';
import type { RouteMetadata } from '@parley/contract/schemas';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import type { Endpoint } from './router.ts';

/**
 * Returns the largest body of an endpoint in bytes, or `file` when the endpoint receives the bytes of a file instead of
 * JSON.
 */
export type BodyLimitOf = (endpoint: Pick<Endpoint, 'method' | 'template'>) => number | 'file';

export function readBodyLimits(contract: AppRouter): BodyLimitOf {
  const limits = new Map(limitsIn(contract));
  return ({ method, template }) => limits.get(`${method} ${template}`) ?? bodyLimits.defaultBytes;
}

function limitsIn(contract: AppRouter): (readonly [string, number | 'file'])[] {
  return Object.values(contract).flatMap((part) => {
    if (!isAppRoute(part)) return limitsIn(part);
    // routeMetadata() has set this on every route of the contract.
    const { bodyBytes, bytes } = (part.metadata ?? {}) as Partial<RouteMetadata>;
    const limit = bytes === 'request' ? 'file' : bodyBytes;
    return limit === undefined ? [] : [[`${part.method} ${part.path}`, limit] as const];
  });
}
