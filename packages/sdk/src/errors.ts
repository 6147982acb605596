import type { RateLimit } from './core/headers.ts';
import type { ErrorCode, ErrorDetails } from './generated/types.ts';

/**
 * Whether a failed request may have had an effect. `not_sent` and `rejected`: it had none. `unknown`: it may
 * have had one. Before you repeat it, look for its effect in a list, or repeat it with the same idempotency key.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** Fields of every error of this package. A field that does not apply is undefined. */
export interface ErrorContext {
  outcome: Outcome;
  /** HTTP status of the last response. */
  status?: number | undefined;
  /** `SVC-…` code of the last response. Open enum: a newer server may send other codes. */
  code?: ErrorCode | (string & {}) | undefined;
  /** Details of `code`; `{}` if it has none. */
  details?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  headers?: Headers | undefined;
  /** Number of requests that were sent, including the first. */
  attempts?: number | undefined;
  /** Wait that the server requests before the next request, in milliseconds. */
  retryAfterMs?: number | undefined;
  rateLimit?: RateLimit | undefined;
  method?: string | undefined;
  /** Path without the query. */
  path?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Only for lists: cursor of the page that failed. Pass it to `list` to continue. */
  cursor?: string | undefined;
  /** Only in a `TimeoutError`: phase that took too long. */
  phase?: TimeoutPhase | undefined;
  cause?: unknown;
}

const brand = Symbol.for('@parley/sdk.error');

type ErrorClass = abstract new (...args: never) => unknown;

/** Base class of all errors of this package. */
export class ParleyError extends Error {
  declare readonly outcome: Outcome;
  declare readonly status: number | undefined;
  declare readonly code: ErrorCode | (string & {}) | undefined;
  readonly details: Record<string, unknown> = {};
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers | undefined;
  readonly attempts: number = 0;
  declare readonly retryAfterMs: number | undefined;
  declare readonly rateLimit: RateLimit | undefined;
  declare readonly method: string | undefined;
  declare readonly path: string | undefined;
  declare readonly idempotencyKey: string | undefined;
  declare readonly cursor: string | undefined;

  constructor(message: string, { cause, ...context }: ErrorContext) {
    super(message, cause === undefined ? cause : { cause });
    // Leaves out fields that do not apply, because printed errors show all of their fields.
    for (const [key, value] of Object.entries(context)) {
      if (value !== undefined) (this as Record<string, unknown>)[key] = value;
    }
  }

  override get name(): string {
    return 'ParleyError';
  }

  get [brand](): true {
    return true;
  }

  /**
   * Works like `instanceof`, even when two copies of this package are loaded. Every error class has it.
   *
   *     if (NotFoundError.is(error)) show(error.requestId);
   */
  static is<Class extends ErrorClass>(this: Class, error: unknown): error is InstanceType<Class> {
    // biome-ignore lint/complexity/noThisInStatic: the class that `is` was called on is the question.
    const { name } = this.prototype as ParleyError;
    let step = (error as ParleyError | undefined)?.[brand] && error;
    // Every prototype has the name of its class, so the chain has the names of all base classes.
    while (step && (step as ParleyError).name !== name) step = Object.getPrototypeOf(step);
    return !!step;
  }

  /**
   * Returns whether the error has this code, and narrows the type of `details`.
   *
   *     if (error.hasCode('SVC-WINDOW-CLOSED')) show(error.details.closedAt);
   */
  hasCode<Code extends ErrorCode>(
    code: Code,
  ): this is this & { readonly code: Code; readonly details: ErrorDetails[Code] } {
    return this.code === code;
  }

  /**
   * Returns all fields except headers, cause and stack.
   *
   *     save(JSON.stringify(error));
   */
  toJSON(): Record<string, unknown> {
    const { headers: _, ...context } = this as Record<string, unknown>;
    return { name: this.name, message: this.message, ...context };
  }
}

// Each class has its own name in its type. Otherwise TypeScript treats all classes as one, and a value that is not a
// `NotFoundError` would be `never`.
type ApiErrorName =
  | 'ApiError'
  | 'BadRequestError'
  | 'AuthenticationError'
  | 'PermissionDeniedError'
  | 'NotFoundError'
  | 'ConflictError'
  | 'UnprocessableError'
  | 'RateLimitError'
  | 'ServerError';

/** The server answered with an error status. */
export class ApiError extends ParleyError {
  declare readonly status: number;
  override get name(): ApiErrorName {
    return 'ApiError';
  }
}

/** The server answered 400: the request is invalid. `details.issues` lists the invalid fields. */
export class BadRequestError extends ApiError {
  override get name(): 'BadRequestError' {
    return 'BadRequestError';
  }
}

/** The server answered 401: the API key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override get name(): 'AuthenticationError' {
    return 'AuthenticationError';
  }
}

/** The server answered 403: the key is valid, but its tenant may not do this. */
export class PermissionDeniedError extends ApiError {
  override get name(): 'PermissionDeniedError' {
    return 'PermissionDeniedError';
  }
}

/** The server answered 404: the tenant has no such record. */
export class NotFoundError extends ApiError {
  override get name(): 'NotFoundError' {
    return 'NotFoundError';
  }
}

/**
 * The server answered 409: the state of the record does not allow the change, or another record has the same unique
 * field.
 */
export class ConflictError extends ApiError {
  override get name(): 'ConflictError' {
    return 'ConflictError';
  }
}

/** The server answered 422: the request is valid, but a rule of the channel or the server forbids it. */
export class UnprocessableError extends ApiError {
  override get name(): 'UnprocessableError' {
    return 'UnprocessableError';
  }
}

/**
 * The quota of the API key is used up. Either the server answered 429 and no retry is left, or the wait for the quota
 * is longer than the call may wait. If `attempts` is 0, no request was sent. `retryAfterMs` is the wait that the
 * quota needs, in milliseconds.
 */
export class RateLimitError extends ApiError {
  override get name(): 'RateLimitError' {
    return 'RateLimitError';
  }
}

/** The server answered 500 to 599: the server, or the provider that it called, failed. */
export class ServerError extends ApiError {
  override get name(): 'ServerError' {
    return 'ServerError';
  }
}

/**
 * The server did not answer: the connection was refused or reset, or the host name was not found. `cause` is the error
 * of `fetch`.
 */
export class ConnectionError extends ParleyError {
  override get name(): 'ConnectionError' | 'TimeoutError' {
    return 'ConnectionError';
  }
}

/**
 * Phase that took too long. `apiKey`: your function that returns the key. `connect`: opening the connection. `headers`:
 * one attempt, until the headers of its response. `body`: one attempt, until its whole response. `deadline`: the call
 * with all its attempts.
 */
export type TimeoutPhase = 'apiKey' | 'connect' | 'headers' | 'body' | 'deadline';

/** The server did not answer within the time limit. */
export class TimeoutError extends ConnectionError {
  declare readonly phase: TimeoutPhase;

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }
}

/** The caller's signal aborted the call; `cause` is the reason of the signal. */
export class AbortedError extends ParleyError {
  override get name(): 'AbortedError' {
    return 'AbortedError';
  }
}

/** A 2xx response has a body that is not the expected JSON. The request may have taken effect. */
export class ResponseParseError extends ParleyError {
  override get name(): 'ResponseParseError' {
    return 'ResponseParseError';
  }
}

/**
 * A 2xx response does not match the contract. Only clients with the option `validate` throw it. `details.issues` lists
 * the fields, `data` is the body. The request took effect.
 */
export class ResponseValidationError extends ParleyError {
  /** Body of the response. Not shown when the error is printed or logged. */
  declare readonly data: unknown;

  constructor(message: string, { data, ...context }: ErrorContext & { data?: unknown }) {
    super(message, context);
    Object.defineProperty(this, 'data', { value: data });
  }

  override get name(): 'ResponseValidationError' {
    return 'ResponseValidationError';
  }
}

/**
 * The server answered with a redirect. The client does not follow it: another server would get the key and the body.
 */
export class RedirectError extends ParleyError {
  override get name(): 'RedirectError' {
    return 'RedirectError';
  }
}

/** A list returned the same `cursor` again, so reading it would never end. */
export class PaginationError extends ParleyError {
  declare readonly cursor: string;
  override get name(): 'PaginationError' {
    return 'PaginationError';
  }
}

/** Why a webhook was refused. */
export type WebhookFailure =
  /** `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing. */
  | 'header_missing'
  /** `webhook-timestamp` is not a number of seconds. */
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  /** More than 8 signatures. */
  | 'signatures_too_many'
  /** No signature matches the body with one of the secrets. */
  | 'signature_mismatch'
  /** The body has more than 1 MiB. */
  | 'body_too_large'
  /** The connection ended before the end of the body. */
  | 'body_incomplete'
  /** The signature matches, but the body is not an event. */
  | 'event_invalid';

/** The request is not a webhook of your server, or its timestamp is too old or too new. `reason` says which. */
export class WebhookVerificationError extends ParleyError {
  declare readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure, cause?: unknown, detail = '') {
    super(`Webhook refused: ${reason}${detail}`, {
      outcome: 'rejected',
      cause,
      reason,
    } as ErrorContext);
  }

  override get name(): 'WebhookVerificationError' {
    return 'WebhookVerificationError';
  }
}
