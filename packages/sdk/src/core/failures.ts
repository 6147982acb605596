import {
  AbortedError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type ErrorContext,
  NotFoundError,
  ParleyError,
  PermissionDeniedError,
  RateLimitError,
  RedirectError,
  ResponseParseError,
  ServerError,
  TimeoutError,
  type TimeoutPhase,
  UnprocessableError,
} from '../errors.ts';
import type { FetchResponse } from './fetch.ts';
import { retryAfterMsOf } from './headers.ts';
import type { QuotaUsedUp, RateLimiter } from './rate-limiter.ts';
import type { Call } from './request.ts';
import { outcomeOf } from './retry.ts';
import { aborted, type Stopped, timedOut } from './time-limit.ts';

/** Why a call failed. It contains what is needed to create the `ParleyError` with which the call rejects. */
export interface Failure {
  Class: new (message: string, context: ErrorContext & { data?: unknown }) => ParleyError;
  message: string;
  /** The fields of this failure, in addition to those that every error of the call has. */
  context: ErrorContext & { data?: unknown };
  /** Whether the server asks for a retry (`x-should-retry`). */
  shouldRetry?: boolean | undefined;
  /** True if a retry could not succeed. */
  isFinal?: boolean;
}

/** The step of an attempt that failed; undefined before the attempt started. */
export type Phase = TimeoutPhase | undefined;

/** Returns the failure of an aborted call, whose request may have been sent or not. */
export function abortOf(phase: Phase, { method, route, signal }: Call): Failure {
  const outcome = isSent(phase) ? 'unknown' : 'not_sent';
  const context = { outcome, cause: signal?.reason } as const;
  return { Class: AbortedError, message: `Aborted: ${method} ${route}`, context, isFinal: true };
}

export function timeoutOf(at: Phase, limitMs: number, phase = at, cause?: unknown): Failure {
  const outcome = isSent(at) ? 'unknown' : 'not_sent';
  const message = `No answer in time (${phase}): ${Math.round(limitMs)} ms`;
  return { Class: TimeoutError, message, context: { outcome, phase, cause } };
}

function isSent(phase: Phase): boolean {
  return phase === 'headers' || phase === 'body';
}

const neverConnected = /REFUSED|NOTFOUND|AGAIN|UNREACH|CERT|VERIFY|bad port/;

/**
 * Returns the failure of an attempt without a complete response. `cause` is the error of `fetch`, or of the function
 * that returns the key.
 */
export function connectionFailureOf(
  phase: Phase,
  cause: unknown,
  limitMs: number,
  url: string,
): Failure {
  if (phase === 'apiKey') {
    // Calling the function again would return an invalid key again.
    const isFinal = ParleyError.is(cause);
    const message = isFinal ? cause.message : 'The function apiKey failed';
    return { Class: ParleyError, message, context: { outcome: 'not_sent', cause }, isFinal };
  }
  // fetch wraps the error of the socket.
  const { cause: wrapped = cause } = Object(cause);
  const inner = Object(wrapped) as { code?: unknown; syscall?: unknown; data?: unknown };
  // By its standard, fetch refuses some ports, such as 6000. In Node, this error has no code.
  const code = string(inner.code) ?? (messageOf(inner) === 'bad port' ? 'bad port' : '');
  if (/^UND_.*TIMEOUT$/.test(code))
    return timeoutOf(code.includes('CONNECT') ? 'connect' : phase, limitMs, undefined, cause);
  // A host can also become unreachable while the response is read.
  const wasSent = /read|write/.test(`${inner.syscall}`) || !neverConnected.test(code);
  const outcome = wasSent ? 'unknown' : 'not_sent';
  const isFinal = code === 'bad port';
  // For a response that is not HTTP, Node's error contains a part of it.
  const shown = inner.data === undefined ? cause : new Error(messageOf(inner));
  const message = `Connection to ${new URL(url).origin} failed${code && ` (${code})`}`;
  return { Class: ConnectionError, message, context: { outcome, cause: shown }, isFinal };
}

/** Returns whether the response is a redirect. A redirect has a status of 3xx, or in a browser the status 0. */
export function isRedirect({ ok, status }: FetchResponse): boolean {
  return !ok && status < 400;
}

export function redirectOf({ status, headers }: FetchResponse): Failure {
  // 301, 307 and 308 mean that the request was not handled here. With other redirects, it may have had its effect.
  const outcome = [301, 307, 308].includes(status) ? 'rejected' : 'unknown';
  const to = headers.get('location')?.replace(/[?#].*/, '') ?? 'nowhere';
  const message = `${status} to ${to}: check baseUrl`;
  return { Class: RedirectError, message, context: { outcome } };
}

/**
 * Returns the failure of a 2xx response whose body is not a JSON object, or not a page for a list. Its `outcome` is
 * `unknown`. It is not retried, unless the caller's `shouldRetry` asks for it.
 */
export function unreadable({ status }: FetchResponse, { paged }: Call): Failure {
  const message = `${status} without a JSON ${paged ? 'page' : 'object'}`;
  return { Class: ResponseParseError, message, context: { outcome: 'unknown' } };
}

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableError,
  429: RateLimitError,
};

/** Returns the error class of a status. */
export function apiErrorClass(status: number): typeof ApiError {
  return classes[status] ?? (status >= 500 ? ServerError : ApiError);
}

export function refusalOf({ status, statusText, headers }: FetchResponse, data: unknown): Failure {
  const { error } = Object(data) as { error?: unknown };
  const { code, message, details } = Object(error) as Record<string, unknown>;
  const shouldRetry = headers.get('x-should-retry');
  const known = string(code);
  const text = string(message);
  return {
    Class: apiErrorClass(status),
    message: `${`${status} ${known ?? statusText}`.trim()}${text ? `: ${text}${issuesIn(details)}` : ' (not from Parley)'}`,
    context: {
      outcome: outcomeOf(status, known),
      code: known,
      details: objectOf(details),
      retryAfterMs: retryAfterMsOf(status, headers, Date.now()),
    },
    shouldRetry: shouldRetry ? shouldRetry === 'true' : undefined,
  };
}

/** Returns the first issues as text, because a printed error shows its `details` only as `[Object]`. */
function issuesIn(details: unknown): string {
  const { issues } = Object(details) as { issues?: unknown };
  if (!Array.isArray(issues)) return '';
  const lines = issues.slice(0, 3).map((issue) => {
    const { in: place, path, message } = Object(issue) as Record<string, unknown>;
    return `${path || place} ${message}`;
  });
  return ` ${lines.join('; ')}${issues.length > 3 ? '; …' : ''}`;
}

/**
 * Returns the failure of an attempt that the rate limiter did not admit, so that it was not sent. The reason is a
 * used-up quota, the end of the time to wait, or an abort by the caller.
 */
export function notAdmitted(
  reason: QuotaUsedUp | Stopped,
  call: Call,
  limiter: RateLimiter,
  isRetry: boolean,
): Failure {
  const { limits } = call;
  if (reason === aborted) return abortOf(undefined, call);
  const again = isRetry ? ' again' : '';
  const limited = { outcome: 'not_sent', status: 429, code: 'SVC-RATE-LIMITED' } as const;
  if (reason !== timedOut) {
    const { retryAfterMs, waiting } = reason;
    const message = `Not sent${again}: the quota of this key is used up for another ${Math.ceil(retryAfterMs / 1000)} s, with ${waiting} other calls waiting for it`;
    return { Class: RateLimitError, message, context: { ...limited, retryAfterMs } };
  }
  if (isRetry) {
    const message = `The deadline passed while the call waited for the quota of this key: ${limits.deadlineMs} ms`;
    const context = { outcome: 'not_sent', phase: 'deadline' } as const;
    return { Class: TimeoutError, message, context };
  }
  const { waiting } = limiter;
  const message = `Not sent: the call waited ${limits.maxQueueMs} ms (maxQueueMs) for the quota of this key, with ${waiting} other calls waiting for it`;
  const retryAfterMs = limiter.queueMs(waiting);
  return { Class: RateLimitError, message, context: { ...limited, retryAfterMs } };
}

export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value ? (value as Record<string, unknown>) : undefined;
}

function messageOf(error: unknown): string {
  return String((Object(error) as { message?: unknown }).message ?? error);
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
