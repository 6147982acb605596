import { ServiceError } from '@parley/contract/schemas';
import type { AppRouter } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import type { IRouter } from 'express';
import type { Implemented } from './implement.ts';
import type { Router } from './router.ts';

/** Puts the handlers of every noun under the contract's paths, with its schemas around them. */
export function mountEndpoints<Contract extends AppRouter>(
  contract: Contract,
  nouns: Implemented<Contract>,
  router: Router,
): void {
  // ts-rest calls get, post, put, patch, delete and use, with a path and handlers: Router has these.
  // `implement` has checked the handlers, which answer more loosely than ts-rest's own types.
  createExpressEndpoints(contract, nouns as never, router as unknown as IRouter, {
    logInitialization: false,
    // `implement` has validated the response.
    responseValidation: false,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
  });
}

/** Endpoints that no API key may use: they exist, and say so. */
export function mountSessionOnly(routes: readonly { path: string }[], router: Router): void {
  for (const { path } of routes) {
    router.post(path, (_req, _res, next) => next(new ServiceError('SVC-SESSION-REQUIRED', {})));
  }
}
