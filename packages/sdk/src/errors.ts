import type { RateLimit } from './core/headers.ts';
import type { ErrorCode, ErrorDetails } from './generated/types.ts';

/**
 * Whether a failed request may have had an effect: `not_sent` and `rejected` mean it had none;
 * after `unknown` look (by idempotency key, or by listing) before doing the same thing again.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown';

/** What every error of this package carries. A field that does not apply is undefined. */
export interface ErrorContext {
  outcome: Outcome;
  /** HTTP status of the last answer. */
  status?: number | undefined;
  /** `SVC-…` code of the last answer; an old SDK may see codes it does not list. */
  code?: ErrorCode | (string & {}) | undefined;
  /** Facts that belong to `code`, `{}` when there are none. */
  details?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  headers?: Headers | undefined;
  /** Requests that were sent, the first included. */
  attempts?: number | undefined;
  /** The server asks to wait this long before the next request. */
  retryAfterMs?: number | undefined;
  rateLimit?: RateLimit | undefined;
  method?: string | undefined;
  /** Without the query. */
  path?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Lists: the cursor of the page that failed; start again from it. */
  cursor?: string | undefined;
  /** TimeoutError: what took too long. */
  phase?: TimeoutPhase | undefined;
  cause?: unknown;
}

const brand = Symbol.for('@parley/sdk.error');

type ErrorClass = abstract new (...args: never) => unknown;

/** The base of all errors of this package. */
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
    // Errors are printed: what does not apply is not there.
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
   * Like `instanceof`, and also right when two copies of this package are loaded. Every class has it.
   *
   *     if (NotFoundError.is(error)) show(error.requestId);
   */
  static is<Class extends ErrorClass>(this: Class, error: unknown): error is InstanceType<Class> {
    // biome-ignore lint/complexity/noThisInStatic: the class that `is` was called on is the question.
    const { name } = this.prototype as ParleyError;
    let step = (error as ParleyError | undefined)?.[brand] && error;
    // Every class keeps its name on its own prototype, so the names of the ancestors are on the chain.
    while (step && (step as ParleyError).name !== name) step = Object.getPrototypeOf(step);
    return !!step;
  }

  /**
   * Whether it is this code; then `details` has the shape that belongs to it.
   *
   *     if (error.hasCode('SVC-WINDOW-CLOSED')) show(error.details.closedAt);
   */
  hasCode<Code extends ErrorCode>(
    code: Code,
  ): this is this & { readonly code: Code; readonly details: ErrorDetails[Code] } {
    return this.code === code;
  }

  /**
   * All but headers, cause and stack.
   *
   *     save(JSON.stringify(error));
   */
  toJSON(): Record<string, unknown> {
    const { headers: _, ...context } = this as Record<string, unknown>;
    return { name: this.name, message: this.message, ...context };
  }
}

// Each class has a name of its own in its type: otherwise TypeScript takes all of them for one, and whatever is not
// a `NotFoundError` would be `never`.
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

/** 400: the request does not match the contract; `details.issues` says where. */
export class BadRequestError extends ApiError {
  override get name(): 'BadRequestError' {
    return 'BadRequestError';
  }
}

/** 401: the API key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override get name(): 'AuthenticationError' {
    return 'AuthenticationError';
  }
}

/** 403: the tenant is known and may not do this. */
export class PermissionDeniedError extends ApiError {
  override get name(): 'PermissionDeniedError' {
    return 'PermissionDeniedError';
  }
}

/** 404: no such record in this tenant. */
export class NotFoundError extends ApiError {
  override get name(): 'NotFoundError' {
    return 'NotFoundError';
  }
}

/** 409: the state of a record, or a unique field of another one, is in the way. */
export class ConflictError extends ApiError {
  override get name(): 'ConflictError' {
    return 'ConflictError';
  }
}

/** 422: well-formed, but a rule of the channel or of the service forbids it. */
export class UnprocessableError extends ApiError {
  override get name(): 'UnprocessableError' {
    return 'UnprocessableError';
  }
}

/**
 * 429, and the retries are used up or the wait would be too long. With `attempts` 0 the request was
 * held back, because the quota is known to be used up for `retryAfterMs`.
 */
export class RateLimitError extends ApiError {
  override get name(): 'RateLimitError' {
    return 'RateLimitError';
  }
}

/** 500 to 599. */
export class ServerError extends ApiError {
  override get name(): 'ServerError' {
    return 'ServerError';
  }
}

/** No answer: refused, reset, or a name that does not resolve; `cause` is the error of `fetch`. */
export class ConnectionError extends ParleyError {
  override get name(): 'ConnectionError' | 'TimeoutError' {
    return 'ConnectionError';
  }
}

/** What took too long: the function `apiKey`, one attempt up to its headers or its body, or the whole call. */
export type TimeoutPhase = 'apiKey' | 'connect' | 'headers' | 'body' | 'deadline';

/** No answer in time. */
export class TimeoutError extends ConnectionError {
  declare readonly phase: TimeoutPhase;

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }
}

/** The caller's signal fired; `cause` is its reason. */
export class AbortedError extends ParleyError {
  override get name(): 'AbortedError' {
    return 'AbortedError';
  }
}

/** A success whose body is not the JSON it should be. */
export class ResponseParseError extends ParleyError {
  override get name(): 'ResponseParseError' {
    return 'ResponseParseError';
  }
}

/**
 * A success that does not match the contract; thrown only where validation is switched on. `details.issues` says
 * where, and `data` is what came: the request was carried out.
 */
export class ResponseValidationError extends ParleyError {
  /** Of the answer; not shown when the error is printed or logged. */
  declare readonly data: unknown;

  constructor(message: string, { data, ...context }: ErrorContext & { data?: unknown }) {
    super(message, context);
    Object.defineProperty(this, 'data', { value: data });
  }

  override get name(): 'ResponseValidationError' {
    return 'ResponseValidationError';
  }
}

/** A redirect. It is never followed: body and key would go to another place. */
export class RedirectError extends ParleyError {
  override get name(): 'RedirectError' {
    return 'RedirectError';
  }
}

/** A list repeated a cursor and would never end; `cursor` is the one it repeated. */
export class PaginationError extends ParleyError {
  declare readonly cursor: string;
  override get name(): 'PaginationError' {
    return 'PaginationError';
  }
}

/** Why a webhook was refused. */
export type WebhookFailure =
  /** `webhook-id`, `webhook-timestamp` or `webhook-signature` is not there. */
  | 'header_missing'
  /** `webhook-timestamp` is not a number of seconds. */
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  /** More than 8. */
  | 'signatures_too_many'
  /** None was made with one of the secrets for exactly this body. */
  | 'signature_mismatch'
  /** More than 1 MB. */
  | 'body_too_large'
  /** The connection ended within the body. */
  | 'body_incomplete'
  /** The signature is right, and the body is not an event. */
  | 'event_invalid';

/** Not a webhook of your server, or one that was sent long ago; `reason` says which. */
export class WebhookVerificationError extends ParleyError {
  declare readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure, cause?: unknown) {
    super(`Webhook refused: ${reason}`, { outcome: 'rejected', cause, reason } as ErrorContext);
  }

  override get name(): 'WebhookVerificationError' {
    return 'WebhookVerificationError';
  }
}
