import { bodyLimits } from '@parley/contract';
import type { RouteMetadata } from '@parley/contract/schemas';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import type { Endpoint } from './router.ts';

/** Largest body of an endpoint, in bytes. */
export type BodyLimitOf = (endpoint: Pick<Endpoint, 'method' | 'template'>) => number;

export function readBodyLimits(contract: AppRouter): BodyLimitOf {
  const limits = new Map(limitsIn(contract));
  return ({ method, template }) => limits.get(`${method} ${template}`) ?? bodyLimits.defaultBytes;
}

function limitsIn(contract: AppRouter): (readonly [string, number])[] {
  return Object.values(contract).flatMap((part) => {
    if (!isAppRoute(part)) return limitsIn(part);
    // Every route of the contract says so by routeMetadata().
    const { bodyBytes } = (part.metadata ?? {}) as Partial<RouteMetadata>;
    return bodyBytes === undefined ? [] : [[`${part.method} ${part.path}`, bodyBytes] as const];
  });
}
