import { version } from '../generated/version.ts';
import { environment, inBrowser } from './environment.ts';
import type { Fetch } from './fetch.ts';
import type { Hooks } from './hooks.ts';
import { loggingOf } from './log.ts';
import type { AppInfo, ParleyOptions, RequestOptions, ResponseValidator } from './options.ts';
import { type RateLimiter, rateLimiterFor } from './rate-limiter.ts';
import type { Limits } from './request.ts';
import { show, usageError } from './usage-error.ts';

/** The options of a client, checked and complete. */
export interface Config {
  baseUrl: string;
  fetch: Fetch;
  fetchOptions: ParleyOptions['fetchOptions'];
  /** Headers of every request; without the key when `apiKey` is a function. */
  headers: Record<string, string>;
  apiKey: (() => string | Promise<string>) | undefined;
  limits: Limits;
  rateLimiter: RateLimiter;
  hooks: readonly Hooks[];
  validate: ResponseValidator | undefined;
}

const defaults: Limits = {
  timeoutMs: 30_000,
  deadlineMs: 120_000,
  maxQueueMs: Number.POSITIVE_INFINITY,
  maxRetries: undefined,
  shouldRetry: undefined,
  initialBackoffMs: 500,
  maxBackoffMs: 8_000,
};

export const limitNames = Object.keys(defaults);

const clientOptions = [
  'apiKey',
  'baseUrl',
  'fetch',
  'fetchOptions',
  'headers',
  'hooks',
  'log',
  'logger',
  'validate',
  'appInfo',
  'dangerouslyAllowBrowser',
  ...limitNames,
];

export function configOf(options: ParleyOptions): Config {
  // Only undefined means the key of the environment: null can be the lost secret of another tenant.
  const {
    apiKey = environment('PARLEY_API_KEY') ?? '',
    fetch,
    fetchOptions,
    hooks = [],
    validate,
  } = options;
  const isBrowser = inBrowser();
  if (isBrowser && !options.dangerouslyAllowBrowser) {
    throw usageError(
      'Anyone who opens this page can read the key. Call Parley from a server, or pass `dangerouslyAllowBrowser: true`.',
    );
  }
  // First: a misspelled option may be the reason why another one is missing.
  checkNames(options, { names: clientOptions, takes: 'a client takes' });
  checkFunction(fetch, 'fetch', '(url, init) => globalThis.fetch(url, init)');
  checkFunction(validate, 'validate', 'contractValidation() of @parley/sdk/validate');
  // The default is the address of a server started with `npm start`.
  const baseUrl = originOf(
    options.baseUrl ?? (environment('PARLEY_BASE_URL') || 'http://localhost:3000'),
  );
  const isFunction = typeof apiKey === 'function';
  return {
    baseUrl,
    // `globalThis.fetch` is read at every call, so that a later replacement (by a mock, by a tracer) is used.
    fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
    fetchOptions,
    headers: mergeHeaders(
      {
        accept: 'application/json',
        'user-agent': isBrowser ? undefined : userAgentOf(options.appInfo),
      },
      options.headers,
      { authorization: isFunction ? undefined : authorizationOf(apiKey) },
    ),
    apiKey: isFunction ? apiKey : undefined,
    limits: limitsOf(options, defaults),
    rateLimiter: rateLimiterFor(fetch, baseUrl, isFunction ? apiKey : apiKey.trim()),
    hooks: [...[hooks].flat(), ...loggingOf(options.log, options.logger)],
    validate,
  };
}

/** Matches a value that a header can contain unchanged. */
export const visible = /^[!-~]{1,255}$/;

/**
 * Returns the value of the `authorization` header for an API key. Throws a `ParleyError` when the key is missing or
 * contains an invalid character; the message does not contain the key.
 */
export function authorizationOf(apiKey: unknown): string {
  if (typeof apiKey !== 'string') {
    throw usageError(
      `apiKey is of type ${typeof apiKey}; expected a string, such as 'prl_live_…', or a function that returns one.`,
    );
  }
  const key = apiKey.trim();
  if (visible.test(key)) return `Bearer ${key}`;
  const what = key
    ? `The API key has ${key.length} characters, among them a space, a line break or the like.`
    : 'There is no API key.';
  throw usageError(
    `${what} Pass \`new Parley({ apiKey: 'prl_live_…' })\` or set the environment variable PARLEY_API_KEY.`,
  );
}

/**
 * Merges headers: a later value replaces an earlier one, and null removes the header. Names are in lower case, so that
 * no header occurs twice.
 */
export function mergeHeaders(...sources: RequestOptions['headers'][]): Record<string, string> {
  const merged = new Headers();
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      try {
        if (value === null) merged.delete(name);
        else if (value !== undefined) merged.set(name, value);
      } catch {
        // No `cause`: it would quote the value.
        throw usageError(
          `The header ${show(name)} is not valid; expected a name, such as "x-request-id", and a value of one line.`,
        );
      }
    }
  }
  return Object.fromEntries(merged);
}

/** Returns the options that are not undefined. */
export function givenIn(options: object): [name: string, value: unknown][] {
  return Object.entries(options).filter(([, value]) => value !== undefined);
}

/** Throws a `ParleyError` for an option with another name. Options that are undefined count as absent. */
export function checkNames(
  options: object,
  { names, takes }: { names: readonly string[]; takes: string },
): void {
  for (const [name] of givenIn(options)) {
    if (!names.includes(name))
      throw usageError(`${name} is not an option; ${takes} ${names.join(', ')}.`);
  }
}

/**
 * Returns the limits of `options`; limits that it lacks are those of `otherwise`. Throws a `ParleyError` for an invalid
 * limit.
 */
export function limitsOf(options: RequestOptions, otherwise: Limits): Limits {
  const given = givenIn(options).filter(([name]) => name in otherwise);
  // Most calls set no limits: checking all seven again would take a tenth of their time.
  if (!given.length) return otherwise;
  const limits: Limits = { ...otherwise, ...Object.fromEntries(given) };
  const { timeoutMs, deadlineMs, maxQueueMs, maxRetries, initialBackoffMs, maxBackoffMs } = limits;
  checkNumber({ timeoutMs, deadlineMs }, 'milliseconds above 0, such as 30_000');
  checkNumber(
    { maxQueueMs, initialBackoffMs, maxBackoffMs },
    'milliseconds, 0 or more, such as 5_000',
    0,
  );
  checkNumber({ maxRetries: maxRetries ?? 0 }, '0 or more, such as 3', 0);
  checkFunction(limits.shouldRetry, 'shouldRetry', '(error) => error.status === 404 || undefined');
  return limits;
}

/** Throws a `ParleyError` if a value is no number or less than `least`. */
export function checkNumber(
  given: Record<string, number>,
  expected: string,
  least = Number.MIN_VALUE,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'number' || !(value >= least))
      throw usageError(`${name} is ${show(value)}; expected ${expected}.`);
  }
}

function checkFunction(value: unknown, name: string, example: string): void {
  if (typeof (value ?? show) !== 'function')
    throw usageError(`${name} is ${show(value)}; expected a function, such as ${example}.`);
}

function userAgentOf(app: AppInfo | undefined): string {
  const own = `parley-sdk-js/${version}`;
  if (!app) return own;
  const { name, version: appVersion, url } = app;
  const agent = `${own} ${name}${appVersion ? `/${appVersion}` : ''}${url ? ` (${url})` : ''}`;
  if (name && /^[ -~]+$/.test(agent)) return agent;
  throw usageError(
    `appInfo is ${show(JSON.stringify(app))}; expected ASCII text, such as { name: 'shop', version: '1.2.0' }.`,
  );
}

function originOf(baseUrl: string): string {
  const origin = String(baseUrl)
    .trim()
    .replace(/(\/api(\/v1)?)?\/*$/, '');
  if (/^https?:\/\/[^@?#]+$/i.test(origin) && isUrl(origin)) return origin;
  // The text before the @ may contain a password.
  const shown = show(origin.replace(/[^/]*@/, '…@'));
  throw usageError(
    `baseUrl is ${shown}; expected scheme, host and port alone, such as "http://localhost:3000".`,
  );
}

/** Returns whether a text is a URL. In Node 20, `URL.canParse` refuses letters such as `ü` after some thousand calls. */
function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
