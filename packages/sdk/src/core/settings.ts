import type { AttemptOnce } from './attempt.ts';
import { environment, inBrowser } from './environment.ts';
import { misuse } from './misuse.ts';
import type { RequestOptions, ResourceOptions } from './options.ts';

interface Limits {
  timeoutMs: number;
  deadlineMs: number;
  maxRetries?: number | undefined;
}

/** The options of a client, checked and complete. */
export interface Settings extends Limits {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  headers: Record<string, string> & { authorization: string };
  /** How the whole client sends once. @default as a resource on its own does */
  attempt?: AttemptOnce;
}

export function coreSettingsOf(options: ResourceOptions): Settings {
  if (inBrowser() && !options.dangerouslyAllowBrowser)
    throw misuse('In a browser the API key is public: see dangerouslyAllowBrowser.');
  const apiKey = (options.apiKey ?? environment('PARLEY_API_KEY') ?? '').trim();
  if (!visible.test(apiKey)) throw misuse('No valid API key: set apiKey or PARLEY_API_KEY.');
  const { fetch } = options;
  if (fetch && typeof fetch !== 'function') throw misuse('fetch must be a function.');
  return {
    // Where the server of `npm start` listens.
    baseUrl: originOf(
      options.baseUrl ?? (environment('PARLEY_BASE_URL') || 'http://localhost:3000'),
    ),
    // Looked up at every call, so that a fetch patched later (by a mock, by a tracer) is used.
    fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
    headers: mergeHeaders({ accept: 'application/json' }, options.headers, {
      authorization: `Bearer ${apiKey}`,
    }) as Settings['headers'],
    ...limitsOf(options, { timeoutMs: 30_000, deadlineMs: 120_000 }),
  };
}

/** What a header can carry as it is. */
export const visible = /^[!-~]{1,255}$/;

/** Later ones win; names in lower case, so that one header cannot be there twice. */
export function mergeHeaders(...sources: RequestOptions['headers'][]): Record<string, string> {
  const merged = new Headers();
  try {
    for (const source of sources) {
      for (const [name, value] of Object.entries(source ?? {})) {
        if (value === null) merged.delete(name);
        else if (value !== undefined) merged.set(name, value);
      }
    }
  } catch {
    // Without the cause, which would quote the value.
    throw misuse('A header is not valid.');
  }
  return Object.fromEntries(merged);
}

/** What is given, and what holds otherwise. */
export function limitsOf(
  options: RequestOptions,
  otherwise: Limits,
): Limits & Pick<RequestOptions, 'signal'> {
  const {
    timeoutMs = otherwise.timeoutMs,
    deadlineMs = otherwise.deadlineMs,
    maxRetries = otherwise.maxRetries,
    signal,
  } = options;
  if (!(timeoutMs > 0 && deadlineMs > 0 && (maxRetries ?? 0) >= 0))
    throw misuse('timeoutMs and deadlineMs must be above 0, maxRetries 0 or more.');
  // Such as its controller: nothing would come of listening to it, and that only when the call is on its way.
  if (signal && !signal.addEventListener) throw misuse('signal must be an AbortSignal.');
  return { timeoutMs, deadlineMs, maxRetries, signal };
}

function originOf(baseUrl: string): string {
  const origin = baseUrl.trim().replace(/(\/api(\/v1)?)?\/*$/, '');
  if (!/^https?:\/\/[^@?#]+$/i.test(origin) || !URL.canParse(origin))
    throw misuse('baseUrl must be like https://parley.example.com');
  return origin;
}
