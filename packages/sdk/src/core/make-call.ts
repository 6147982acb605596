import type { Call, Input, Route } from './call.ts';
import { misuse } from './misuse.ts';
import type { RequestOptions } from './options.ts';
import { limitsOf, mergeHeaders, type Settings, visible } from './settings.ts';

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
