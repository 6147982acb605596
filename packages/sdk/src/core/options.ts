import type { Hooks } from './hooks.ts';
import type { Logger, LogLevel } from './log.ts';
import type { ResponseValidator } from './validator.ts';

/** What a single call may set differently. */
export interface RequestOptions {
  /** POST only: names this one effect, over retries and over restarts of your program. By default a new UUID. */
  idempotencyKey?: string | undefined;
  /** One attempt, its body included. @default 30_000 */
  timeoutMs?: number | undefined;
  /** The whole call: all attempts and all waiting. @default 120_000 */
  deadlineMs?: number | undefined;
  /** Stops the call in whatever phase it is. */
  signal?: AbortSignal | undefined;
  /** Bounds all retries. @default 3 after a lost connection, a timeout or a 5xx; 8 after a 429 */
  maxRetries?: number | undefined;
  /** Sent in addition; `null` takes one away that the client would send. */
  headers?: Record<string, string | null | undefined> | undefined;
}

/** What a resource on its own is made with. */
export interface ResourceOptions
  extends Pick<RequestOptions, 'timeoutMs' | 'deadlineMs' | 'maxRetries' | 'headers'> {
  /** @default the environment variable PARLEY_API_KEY */
  apiKey?: string | undefined;
  /** Scheme, host and port of the server. @default the environment variable PARLEY_BASE_URL, or http://localhost:3000 */
  baseUrl?: string | undefined;
  /**
   * Sends the requests. Clients share what they know of a quota when they were given the same function, or none: keep
   * one, and do not make one for each client. @default the global one
   */
  fetch?: typeof globalThis.fetch | undefined;
  /** A key gives full access to its tenant: in a browser, everybody who opens the page has it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

export interface ParleyOptions extends ResourceOptions {
  /** For tracing and metrics. */
  hooks?: Hooks | undefined;
  /** @default the environment variable PARLEY_LOG, or `off` */
  log?: LogLevel | undefined;
  /** @default console */
  logger?: Logger | undefined;
  /** Holds every answer to the contract: `contractValidation()` of `@parley/sdk/validate`. @default no validation */
  validate?: ResponseValidator | undefined;
}
