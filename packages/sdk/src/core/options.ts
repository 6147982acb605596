import type { ParleyError } from '../errors.ts';
import type { Fetch } from './fetch.ts';
import type { Hooks } from './hooks.ts';
import type { Logger, LogLevel } from './log.ts';

/** Options of a client for all its calls, and of a single call. */
interface CallOptions {
  /**
   * Maximum time of one attempt in milliseconds, until the whole body of the response has been read. @default 30_000
   */
  timeoutMs?: number | undefined;
  /**
   * Maximum time of a call in milliseconds, from its first request: all attempts and the waits between them. The time
   * in the queue for the quota before it does not count: see `maxQueueMs`. @default 120_000
   */
  deadlineMs?: number | undefined;
  /**
   * Maximum time in milliseconds that a call waits for the quota of the API key before its first request. Then it fails
   * with a `RateLimitError`. @default no limit
   */
  maxQueueMs?: number | undefined;
  /**
   * Maximum number of retries, for any reason. @default 3 after a lost connection, a timeout or a 5xx; 8 after a 429
   */
  maxRetries?: number | undefined;
  /**
   * Decides whether to repeat a failed attempt: true, false, or undefined for the rules of this package. True does not
   * exceed `maxRetries` and `deadlineMs`. If `error.outcome` is `unknown`, repeating a POST could have its effect
   * twice.
   */
  shouldRetry?: ((error: ParleyError) => boolean | undefined) | undefined;
  /**
   * Maximum wait in milliseconds before the first retry, if the server does not send a wait. It doubles with each
   * retry. @default 500
   */
  initialBackoffMs?: number | undefined;
  /** Maximum wait in milliseconds before any retry, if the server does not send a wait. @default 8_000 */
  maxBackoffMs?: number | undefined;
  /** Additional headers. `null` removes a header of the client. */
  headers?: Record<string, string | null | undefined> | undefined;
}

/** Options of a single call, in addition to those of the client. */
export interface RequestOptions extends CallOptions {
  /** POST only: identifies this effect, across retries and restarts of your program. @default a new UUID */
  idempotencyKey?: string | undefined;
  /** Aborts the call, also while it waits for the quota or for a retry. */
  signal?: AbortSignal | undefined;
}

/** The program that uses this package, as the `User-Agent` header names it. */
export interface AppInfo {
  name: string;
  version?: string | undefined;
  url?: string | undefined;
}

export interface ParleyOptions extends CallOptions {
  /**
   * API key, or a function that returns it. The function is called before each attempt, so keys can be rotated. Clients
   * with the same function share their quota. @default the environment variable PARLEY_API_KEY
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * Scheme, host and port of the server. @default the environment variable PARLEY_BASE_URL, or http://localhost:3000
   */
  baseUrl?: string | undefined;
  /**
   * Function that sends the requests. Clients share their quota only if they have the same function: create it once and
   * pass it to all clients. @default the global `fetch`
   */
  fetch?: Fetch | undefined;
  /** Additional options for `fetch`. For a proxy: `dispatcher` in Node, `proxy` in Bun, `client` in Deno. */
  fetchOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Names your program in the `User-Agent` header. */
  appInfo?: AppInfo | undefined;
  /** Hooks for tracing and metrics: one object or several. `with` adds more. */
  hooks?: Hooks | readonly Hooks[] | undefined;
  /** Which lines the client logs. @default the environment variable PARLEY_LOG, or `off` */
  log?: LogLevel | undefined;
  /** Receives the log lines. @default console */
  logger?: Logger | undefined;
  /** Validates every response: `contractValidation()` of `@parley/sdk/validate`. @default no validation */
  validate?: ResponseValidator | undefined;
  /**
   * Allows the client in a browser. Everybody who opens the page then has the key, and with it full access to the
   * tenant.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** One field of a response that does not match the contract. */
export interface ResponseIssue {
  /** Path of the field, such as `data.0.status`; '' is the whole response. */
  path: string;
  code: string;
  message: string;
}

/**
 * Returns the problems in the data of a successful response, or undefined if it has none. `route` is the method and the
 * path in the contract, such as `GET /messages/:id`. `contractValidation` of `@parley/sdk/validate` returns such a
 * validator.
 */
export type ResponseValidator = (
  route: string,
  data: unknown,
) => readonly ResponseIssue[] | undefined;
