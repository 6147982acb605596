import { ServiceError } from '@parley/contract/schemas';
import type { AppRouter } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import type { IRouter } from 'express';
import type { Implemented } from './implement.ts';
import type { Router } from './router.ts';

/** Adds the handlers of all resources to the router, at the paths of the contract, with validation by its schemas. */
export function mountEndpoints<Contract extends AppRouter>(
  contract: Contract,
  nouns: Implemented<Contract>,
  router: Router,
): void {
  router.describe(contract);
  // ts-rest calls get, post, put, patch, delete and use with a path and handlers: Router has these methods. `implement`
  // has checked the types of the handlers, which are wider than those of ts-rest.
  createExpressEndpoints(contract, nouns as never, router as unknown as IRouter, {
    logInitialization: false,
    // `implement` validates responses.
    responseValidation: false,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
  });
}

/** Adds endpoints that exist but refuse every API key. */
export function mountSessionOnly(
  routes: readonly { method: 'POST' | 'PATCH'; path: string }[],
  router: Router,
): void {
  for (const { method, path } of routes) {
    const add = method === 'POST' ? router.post : router.patch;
    add(path, (_req, _res, next) => next(new ServiceError('SVC-SESSION-REQUIRED', {})));
  }
}
