import type { ParleyError } from '../errors.ts';
import type { Fetch } from './fetch.ts';
import type { Hooks } from './hooks.ts';
import type { Logger, LogLevel } from './log.ts';

/** What a client sets for all its calls, and a call for itself. */
interface CallOptions {
  /** Longest time of one attempt, its body included. @default 30_000 */
  timeoutMs?: number | undefined;
  /**
   * Longest time of the whole call from its first request on: all attempts, and all waiting between them. The time in
   * the queue for the quota, before the first request, does not count: `maxQueueMs` limits that. @default 120_000
   */
  deadlineMs?: number | undefined;
  /** Longest time in the queue for the quota before the first request is sent. @default no limit */
  maxQueueMs?: number | undefined;
  /** Most retries, whatever their reason. @default 3 after a lost connection, a timeout or a 5xx; 8 after a 429 */
  maxRetries?: number | undefined;
  /**
   * Decides whether a failed attempt is repeated: true, false, or undefined for the rules of this package. The limits
   * hold in any case. `error.outcome` says whether repeating a POST could do the same thing twice.
   */
  shouldRetry?: ((error: ParleyError) => boolean | undefined) | undefined;
  /** Longest wait before the first retry, where the server names none; it doubles with each retry. @default 500 */
  initialBackoffMs?: number | undefined;
  /** Longest wait before any retry, where the server names none. @default 8_000 */
  maxBackoffMs?: number | undefined;
  /** Headers to send in addition. `null` removes one that the client would send. */
  headers?: Record<string, string | null | undefined> | undefined;
}

/** What a single call may set differently. */
export interface RequestOptions extends CallOptions {
  /** POST only: names this one effect, over retries and over restarts of your program. @default a new UUID */
  idempotencyKey?: string | undefined;
  /** Stops the call in whatever phase it is, the queue included. */
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
   * The API key, or a function that returns it: it is called before each attempt, so that keys can be rotated.
   * Clients share what they know of a quota when they were given the same function. @default the environment
   * variable PARLEY_API_KEY
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Scheme, host and port of the server. @default the environment variable PARLEY_BASE_URL, or http://localhost:3000 */
  baseUrl?: string | undefined;
  /**
   * Sends the requests. Clients share what they know of a quota when they were given the same function, or none: keep
   * one, and do not make one for each client. @default the global one
   */
  fetch?: Fetch | undefined;
  /**
   * Handed to `fetch` beside what the client sets: for a proxy `dispatcher` in Node, `proxy` in Bun, `client` in Deno.
   */
  fetchOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Names your program in the `User-Agent` header. */
  appInfo?: AppInfo | undefined;
  /** For tracing and metrics: one set of hooks, or several. `with` adds to them. */
  hooks?: Hooks | readonly Hooks[] | undefined;
  /** @default the environment variable PARLEY_LOG, or `off` */
  log?: LogLevel | undefined;
  /** @default console */
  logger?: Logger | undefined;
  /** Checks every answer against the contract: `contractValidation()` of `@parley/sdk/validate`. @default no check */
  validate?: ResponseValidator | undefined;
  /** A key gives full access to its tenant: in a browser, everybody who opens the page has it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** One way in which an answer is not what the contract says. */
export interface ResponseIssue {
  /** Such as `data.0.status`; '' is the whole answer. */
  path: string;
  code: string;
  message: string;
}

/**
 * Says what is wrong with the data of a success; undefined when nothing is. `route` is the method and the path of the
 * contract, such as `GET /messages/:id`. `contractValidation` of `@parley/sdk/validate` makes one.
 */
export type ResponseValidator = (
  route: string,
  data: unknown,
) => readonly ResponseIssue[] | undefined;
