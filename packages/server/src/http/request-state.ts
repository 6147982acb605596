import type { Response } from 'express';
import type { TenantContext } from '../tenancy/context.ts';
import type { Idempotency } from '../tenancy/idempotency.ts';
import type { Endpoint } from './router.ts';

/** The state of a request; it lives in `res.locals`. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAtMs: number;
  endpoint: Endpoint | undefined;
  ctx: TenantContext | undefined;
  idempotency: Idempotency | undefined;
}

/** Set by http/request-log.ts, the first to see a request. */
export function stateOf(res: Response): RequestState {
  return res.locals as RequestState;
}
