// Checked by tsc, never run: `is` narrows in both branches, whatever class it is called on.
import {
  AbortedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PaginationError,
  ParleyError,
  PermissionDeniedError,
  RateLimitError,
  RedirectError,
  ResponseParseError,
  ResponseValidationError,
  type Safe,
  ServerError,
  TimeoutError,
  UnprocessableError,
} from '../src/index.ts';
import { WebhookVerificationError } from '../src/webhooks.ts';
import type { Same } from './same.ts';

export function ofResult(result: Safe<string>): unknown {
  if (result.ok) return result.data;
  if (ConnectionError.is(result.error)) {
    const own: Same<typeof result.error.name, 'ConnectionError' | 'TimeoutError'> = true;
    return own;
  }
  return result.error.code;
}

export function ofApi(error: unknown): unknown {
  if (!ApiError.is(error)) return ParleyError.is(error) && error.outcome;
  if (NotFoundError.is(error)) return error.requestId;
  const status: number = error.status;
  return status;
}

export function ofConnection(error: ConnectionError): unknown {
  return TimeoutError.is(error) ? error.phase : error.cause;
}

export function byInstance(error: ParleyError): unknown {
  if (error instanceof RateLimitError) return error.retryAfterMs;
  return error.code;
}

/** An error outside of all classes of the package is still a ParleyError. */
export function ofAll(error: ParleyError): string | undefined {
  if (BadRequestError.is(error) || AuthenticationError.is(error)) return error.name;
  if (PermissionDeniedError.is(error) || NotFoundError.is(error)) return error.name;
  if (ConflictError.is(error) || UnprocessableError.is(error)) return error.name;
  if (RateLimitError.is(error) || ServerError.is(error)) return error.name;
  const beforeApi: Same<typeof error, ParleyError> = true;
  if (ApiError.is(error)) return String(error.status);
  if (TimeoutError.is(error)) return error.phase;
  if (ConnectionError.is(error)) return error.name;
  if (AbortedError.is(error) || ResponseParseError.is(error)) return error.name;
  if (ResponseValidationError.is(error)) return String(error.data);
  if (RedirectError.is(error)) return error.name;
  if (PaginationError.is(error)) return error.cursor;
  if (WebhookVerificationError.is(error)) return error.reason;
  const left: Same<typeof error, ParleyError> = true;
  return left && beforeApi ? error.code : undefined;
}

export function byCode(error: ApiError): unknown {
  if (error.hasCode('SVC-WINDOW-CLOSED')) return error.details.closedAt;
  if (error.hasCode('SVC-VALIDATION')) return error.details.issues;
  return error.status;
}
