import { misuse } from './misuse.ts';
import type { RequestOptions } from './options.ts';
import type { Repeatable } from './retry.ts';
import { limitsOf, mergeHeaders, type Settings, visible } from './settings.ts';

/** An endpoint of the contract; `Result` is what it answers. */
export interface Route<Result> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Such as `/messages/:id`, below `/api/v1`. */
  path: string;
  /** The server answers a repeated Idempotency-Key without a second effect. @default that of a POST */
  dedupes?: boolean;
  /** Answers 204; null when that is not known. */
  empty?: boolean | null;
  /** Never there: carries the type. */
  readonly result?: Result;
}

export interface Input {
  params?: Record<string, string>;
  query?: object | undefined;
  body?: unknown;
  /** Answered with a page of a list. */
  paged?: boolean | undefined;
}

/** What errors tell of a call. */
export interface Identity {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  cursor: string | undefined;
}

/** A request in full, made once and sent as often as needed. */
export interface Call extends Repeatable {
  identity: Identity;
  route: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether the success has no body; null when that is not known. */
  empty: boolean | null;
  paged: boolean | undefined;
  timeoutMs: number;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

/** `path` is that of the route with its parameters, if the caller does not give another. */
export function callOf(
  settings: Settings,
  { method, path: route, dedupes = method === 'POST', empty = false }: Route<unknown>,
  { params = {}, query, body, paged }: Input,
  options: RequestOptions,
  path = `/api/v1${fill(route, params)}`,
): Call {
  const idempotencyKey = method === 'POST' ? keyOf(options) : undefined;
  const cursor = (query as { cursor?: string } | undefined)?.cursor;
  const { timeoutMs, deadlineMs, maxRetries, signal } = limitsOf(options, settings);
  // Nothing is spread into it: that takes longer than all the rest of making a call.
  return {
    identity: { method, path, idempotencyKey, cursor },
    method,
    route,
    url: settings.baseUrl + path + queryString(query),
    headers: headersOf(settings, options, body, idempotencyKey),
    body: JSON.stringify(body),
    dedupes,
    conditional: (body as { revision?: unknown } | undefined)?.revision !== undefined,
    empty,
    paged,
    timeoutMs,
    deadlineMs,
    maxRetries,
    signal,
  };
}

function fill(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = params[name];
    // Dots would be resolved away by the URL, and another endpoint would be called.
    if (typeof value !== 'string' || !/[^.]/.test(value))
      throw misuse(`${name} must be an id, and is ${value}.`);
    return encodeURIComponent(value);
  });
}

/** Arrays repeat the name, dates become ISO 8601; what is undefined or null is left out. */
function queryString(query: object | undefined): string {
  if (!query) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null) search.append(name, item.toJSON?.() ?? item);
    }
  }
  return String(search) && `?${search}`;
}

function keyOf({ idempotencyKey = crypto.randomUUID() }: RequestOptions): string {
  if (visible.test(idempotencyKey)) return idempotencyKey;
  throw misuse('idempotencyKey must be 1 to 255 visible ASCII.');
}

/** The caller's headers come first, but for those that make the request what it is. */
function headersOf(
  { headers }: Settings,
  options: RequestOptions,
  body: unknown,
  key: string | undefined,
): Record<string, string> {
  const fixed = {
    authorization: headers.authorization,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  };
  return options.headers ? mergeHeaders(headers, options.headers, fixed) : { ...headers, ...fixed };
}
