import { version } from '../generated/version.ts';
import { type Governor, governorFor } from './governor.ts';
import type { Hooks } from './hooks.ts';
import { isLogLevel, type Logger, type LogLevel, logHooks } from './log.ts';
import { misuse } from './misuse.ts';
import type { ResponseValidator } from './validator.ts';

/** Where the server of `npm start` listens. */
const defaultBaseUrl = 'http://localhost:3000';
const defaultTimeoutMs = 30_000;
const defaultDeadlineMs = 120_000;

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

export interface ParleyOptions
  extends Pick<RequestOptions, 'timeoutMs' | 'deadlineMs' | 'maxRetries' | 'headers'> {
  /** @default the environment variable PARLEY_API_KEY */
  apiKey?: string | undefined;
  /** Scheme, host and port of the server. @default the environment variable PARLEY_BASE_URL, or http://localhost:3000 */
  baseUrl?: string | undefined;
  /** Sends the requests. @default the global one */
  fetch?: typeof globalThis.fetch | undefined;
  /** For tracing and metrics. */
  hooks?: Hooks | undefined;
  /** @default the environment variable PARLEY_LOG, or `off` */
  log?: LogLevel | undefined;
  /** @default console */
  logger?: Logger | undefined;
  /** Holds every answer to the contract: `contractValidation()` of `@parley/sdk/validate`. @default no validation */
  validate?: ResponseValidator | undefined;
  /** A key gives full access to its tenant: in a browser, everybody who opens the page has it. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The options of a client, checked and complete. */
export interface Settings {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  governor: Governor;
  hooks: readonly Hooks[];
  validate: ResponseValidator | undefined;
  headers: Record<string, string>;
  timeoutMs: number;
  deadlineMs: number;
  maxRetries: number | undefined;
}

export function settingsOf(options: ParleyOptions): Settings {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw misuse(
      'An API key in a browser is public. Call Parley from your server, or set dangerouslyAllowBrowser.',
    );
  }
  checkOptions(options);
  const apiKey = (options.apiKey ?? environment('PARLEY_API_KEY') ?? '').trim();
  if (apiKey === '') throw misuse('No API key: pass apiKey, or set PARLEY_API_KEY.');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw misuse('The API key has characters that no key has.');
  const baseUrl = originOf(options.baseUrl ?? environment('PARLEY_BASE_URL') ?? defaultBaseUrl);
  const headers = mergeHeaders(
    {
      accept: 'application/json',
      ...(isBrowser() ? {} : { 'user-agent': `parley-sdk-js/${version}` }),
    },
    options.headers,
    { authorization: `Bearer ${apiKey}` },
  );
  checkHeaders(headers);
  return {
    baseUrl,
    // Looked up at every call, so that a fetch patched later (by a mock, by a tracer) is used.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    governor: governorFor(options.fetch, baseUrl, apiKey),
    hooks: [...(options.hooks ? [options.hooks] : []), ...loggingOf(options)],
    validate: options.validate,
    headers,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    maxRetries: options.maxRetries,
  };
}

/** Later ones win; names in lower case, so that one header cannot be there twice. */
export function mergeHeaders(
  ...sources: (RequestOptions['headers'] | undefined)[]
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      if (value === null) delete merged[name.toLowerCase()];
      else if (value !== undefined) merged[name.toLowerCase()] = value;
    }
  }
  return merged;
}

/** Without the cause, which would quote the value. */
export function checkHeaders(headers: Record<string, string>): void {
  try {
    new Headers(headers);
  } catch {
    throw misuse('A header has a name or value that HTTP does not allow.');
  }
}

export function checkOptions({ timeoutMs, deadlineMs, maxRetries, signal }: RequestOptions): void {
  if (timeoutMs !== undefined && !(timeoutMs > 0)) throw misuse('timeoutMs must be positive.');
  if (deadlineMs !== undefined && !(deadlineMs > 0)) throw misuse('deadlineMs must be positive.');
  if (maxRetries !== undefined && !(maxRetries >= 0)) throw misuse('maxRetries must be 0 or more.');
  // Such as its controller: nothing would come of listening to it, and that only when the call is on its way.
  if (signal && !signal.addEventListener) throw misuse('signal must be an AbortSignal.');
}

function originOf(baseUrl: string): string {
  const text = baseUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api(\/v1)?$/, '');
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    url = undefined;
  }
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    /[?#]/.test(text)
  ) {
    throw misuse('baseUrl must be like https://parley.example.com, without a key or a query.');
  }
  return text;
}

function loggingOf({ log, logger }: ParleyOptions): Hooks[] {
  const level = log ?? environment('PARLEY_LOG') ?? 'off';
  if (!isLogLevel(level)) throw misuse('The log level is off, error, warn, info or debug.');
  return level === 'off' ? [] : [logHooks(level, logger ?? console)];
}

interface ProcessLike {
  env?: Record<string, string | undefined>;
  versions?: { node?: string };
}

function processLike(): ProcessLike | undefined {
  return (globalThis as { process?: ProcessLike }).process;
}

function environment(name: string): string | undefined {
  return processLike()?.env?.[name] || undefined;
}

function isBrowser(): boolean {
  const { document } = globalThis as { document?: unknown };
  return document !== undefined && processLike()?.versions?.node === undefined;
}
