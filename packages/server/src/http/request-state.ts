import type { ErrorCode } from '@parley/contract/schemas';
import type { Response } from 'express';
import type { TenantContext } from '../tenancy/context.ts';
import type { Idempotency } from '../tenancy/idempotency.ts';
import type { Endpoint } from './router.ts';

/** The data of a request, in `res.locals`. */
export interface RequestState {
  readonly requestId: string;
  readonly startedAtMs: number;
  endpoint: Endpoint | undefined;
  ctx: TenantContext | undefined;
  /** The API key of the request, even if the server refuses the key, for example because it is revoked. */
  key: { readonly tenantId: string; readonly id: string } | undefined;
  idempotency: Idempotency | undefined;
  /** The code of the error in the response; undefined for a success. */
  code: ErrorCode | undefined;
}

/** Returns the state of a request, which http/request-log.ts sets before all other handlers run. */
export function stateOf(res: Response): RequestState {
  return res.locals as RequestState;
}
