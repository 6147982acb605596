import { misuse } from './misuse.ts';
import {
  checkHeaders,
  checkOptions,
  mergeHeaders,
  type RequestOptions,
  type Settings,
} from './options.ts';
import type { Repeatable } from './retry.ts';
import type { ResponseValidator } from './validator.ts';

/** An endpoint of the contract; `Result` is what it answers. */
export interface Route<Result> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Such as `/messages/:id`, below `/api/v1`. */
  path: string;
  /** The server answers a repeated Idempotency-Key without a second effect. */
  dedupes?: boolean;
  /** Answers 204. */
  empty?: boolean;
  /** Never there: carries the type. */
  readonly result?: Result;
}

export type Query = object | undefined;

export interface Input {
  params?: Record<string, string>;
  query?: Query;
  body?: unknown;
}

/** A request in full, made once and sent as often as needed. */
export interface Call extends Repeatable {
  url: string;
  path: string;
  route: string;
  headers: Record<string, string>;
  body: string | undefined;
  idempotencyKey: string | undefined;
  /** Whether the success has no body; undefined when that is not known. */
  empty: boolean | undefined;
  cursor: string | undefined;
  validate: ResponseValidator | undefined;
  timeoutMs: number;
  deadlineMs: number;
  maxRetries: number | undefined;
  signal: AbortSignal | undefined;
}

const mount = '/api/v1';

export function callOf(
  settings: Settings,
  route: Route<unknown>,
  { params, query, body }: Input,
  options: RequestOptions,
): Call {
  checkOptions(options);
  return complete(settings, `${mount}${fill(route.path, params)}`, { route, query, body, options });
}

/** For `parley.request`: a path of the caller's, in full. */
export function rawCallOf(
  settings: Settings,
  path: string,
  {
    method,
    query,
    body,
    options,
  }: { method: Route<unknown>['method']; query?: Query; body?: unknown; options: RequestOptions },
): Call {
  checkOptions(options);
  // A slash first: whatever else follows, it stays behind the host.
  if (!/^\/(?!\/)[^?#\\]*$/.test(path))
    throw misuse('path must be like /api/v1/messages, without a query.');
  // Who names the effect knows that the endpoint heeds the name.
  const dedupes = method === 'POST' && options.idempotencyKey !== undefined;
  const route = { method, path, dedupes };
  return { ...complete(settings, path, { route, query, body, options }), empty: undefined };
}

function complete(
  settings: Settings,
  path: string,
  {
    route,
    query,
    body,
    options,
  }: { route: Route<unknown>; query: Query; body: unknown; options: RequestOptions },
): Call {
  const { method } = route;
  const idempotencyKey = method === 'POST' ? keyOf(options) : undefined;
  const own = {
    ...settings.headers,
    ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? undefined : { 'idempotency-key': idempotencyKey }),
  };
  const headers = options.headers ? withHeaders(own, options.headers) : own;
  const cursor = (query as { cursor?: unknown } | undefined)?.cursor;
  return {
    method,
    path,
    route: route.path,
    url: settings.baseUrl + path + queryString(query),
    headers,
    body: body === undefined ? undefined : jsonOf(body),
    idempotencyKey,
    dedupes: route.dedupes === true,
    conditional: typeof body === 'object' && body !== null && 'revision' in body,
    empty: route.empty === true,
    cursor: typeof cursor === 'string' ? cursor : undefined,
    validate: settings.validate,
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    deadlineMs: options.deadlineMs ?? settings.deadlineMs,
    maxRetries: options.maxRetries ?? settings.maxRetries,
    signal: options.signal,
  };
}

function fill(path: string, params: Record<string, string> | undefined): string {
  if (!params) return path;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown = params[name];
    // Dots would be resolved away by the URL, and another endpoint would be called.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw misuse(`${name} must be an id, and is ${JSON.stringify(value)}.`);
    }
    return encodeURIComponent(value);
  });
}

/** Arrays repeat the name, dates become ISO 8601; what is undefined or null is left out. */
function queryString(query: Query): string {
  let text = '';
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      const written = item instanceof Date ? item.toISOString() : String(item);
      text += `${text ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(written)}`;
    }
  }
  return text;
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw misuse('The body cannot be written as JSON.', cause);
  }
}

function keyOf({ idempotencyKey }: RequestOptions): string {
  if (idempotencyKey === undefined) return crypto.randomUUID();
  if (/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw misuse('idempotencyKey must have 1 to 255 visible ASCII characters.');
}

/** The caller's headers come first, but for those that make the request what it is. */
function withHeaders(
  own: Record<string, string>,
  wanted: NonNullable<RequestOptions['headers']>,
): Record<string, string> {
  const fixed = ['authorization', 'content-type', 'idempotency-key'];
  const kept = Object.fromEntries(Object.entries(own).filter(([name]) => fixed.includes(name)));
  const headers = mergeHeaders(own, wanted, kept);
  checkHeaders(headers);
  return headers;
}
