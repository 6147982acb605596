import { type Config, checkNames, limitNames, limitsOf, mergeHeaders, visible } from './config.ts';
import type { FileInput } from './fetch.ts';
import type { AttemptInfo } from './hooks.ts';
import type { RequestOptions } from './options.ts';
import type { Call, Input, Route } from './request.ts';
import { notJson, show, usageError } from './usage-error.ts';

const known = {
  names: ['headers', 'idempotencyKey', 'signal', ...limitNames],
  takes: 'each call takes',
};

/** Prepares a request, without sending it. Throws a `ParleyError` when an argument is invalid. */
export function callOf(
  config: Config,
  { method, path: route, dedupes = method === 'POST', empty = false, bytes }: Route,
  {
    params,
    query,
    body: given,
    download,
    paged = false,
    path = `/api/v1${fill(route, params)}`,
  }: Input,
  options: RequestOptions,
): Call {
  const { signal } = options;
  const body = given ?? undefined;
  checkNames(options, known);
  // For example an AbortController instead of its signal: without this check, the call would fail only when it is in
  // flight.
  if (signal && !signal.addEventListener) {
    throw usageError(
      `signal is ${show(signal)}; expected an AbortSignal, such as AbortSignal.timeout(5_000).`,
    );
  }
  const idempotencyKey = method === 'POST' ? keyOf(options) : undefined;
  const cursor = (query as { cursor?: string } | undefined)?.cursor;
  // No object spread here: it takes longer than the rest of this function.
  return {
    identity: { method, path, idempotencyKey, cursor },
    method,
    route,
    url: config.baseUrl + path + queryString(query),
    headers: headersOf(
      config,
      options,
      bytes === 'request' ? typeOf(body) : body && jsonType,
      idempotencyKey,
    ),
    body: bytes === 'request' ? fileOf(body) : jsonOf(body),
    limits: limitsOf(options, config.limits),
    signal,
    dedupes,
    conditional: (body as { revision?: unknown } | undefined)?.revision !== undefined,
    download,
    empty,
    paged,
  };
}

/**
 * Returns the file of an upload. Throws for other values: `fetch` would send them as text, such as a path or `[object
 * Object]`.
 */
function fileOf(file: unknown): FileInput {
  const { byteLength, size, arrayBuffer } = Object(file);
  if (byteLength >= 0 || (size >= 0 && arrayBuffer)) return file as FileInput;
  // Do not show a string in the error: it can be the content of a file.
  throw usageError(
    `file is ${show(typeof file === 'string' ? Object(file) : file)}; expected a Blob, ArrayBuffer or Uint8Array, such as await openAsBlob('a.pdf').`,
  );
}

function jsonOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const reason = notJson(body, 'body');
    throw reason === undefined ? cause : usageError(reason, cause);
  }
}

/** Returns the description of an attempt that hooks get. */
export function infoOf({ route, identity }: Call, attempt: number): AttemptInfo {
  const { method, path, idempotencyKey } = identity;
  return { method, path, route, attempt, idempotencyKey };
}

// A loop, because a callback of `replace` would take two lines of the stack, which would lose that of the caller.
function fill(route: string, params: Input['params']): string {
  let path = route;
  let used = 0;
  for (const [part, name] of route.matchAll(/:(\w+)/g)) {
    const value = params?.[used++];
    // A URL removes segments of dots, so that another endpoint would be called.
    if (typeof value !== 'string' || !/[^.]/.test(value)) {
      throw usageError(
        `${name} is ${show(value)}; expected the id of a record, such as "msg_1", for ${route}.`,
      );
    }
    path = path.replace(part, encodeURIComponent(value));
  }
  return path;
}

/**
 * Returns the query as text. Arrays repeat the name, dates become ISO 8601; undefined and null are left out. In an item
 * of an array, a `,` or `\` gets a `\` before it, because a filter separates its values by commas.
 */
function queryString(query: object | undefined): string {
  if (!query) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) {
      if (item === undefined || item === null) continue;
      search.append(
        name,
        item.toJSON?.() ?? (item === value ? item : `${item}`.replace(/[\\,]/g, '\\$&')),
      );
    }
  }
  return String(search) && `?${search}`;
}

function keyOf({ idempotencyKey = crypto.randomUUID() }: RequestOptions): string {
  if (visible.test(idempotencyKey ?? '')) return idempotencyKey;
  throw usageError(
    `idempotencyKey is ${show(idempotencyKey)}; expected 1 to 255 ASCII characters without spaces, such as "order-1042".`,
  );
}

const jsonType = 'application/json';

/** Returns the media type of a `File` or `Blob`; browsers set it on files. The server checks the bytes. */
function typeOf(file: unknown): string {
  return (file as Partial<Blob> | undefined)?.type || 'application/octet-stream';
}

/** Returns the headers of a request. Those of the caller have priority, except over those that the SDK must set. */
function headersOf(
  { headers }: Config,
  options: RequestOptions,
  type: unknown,
  key: string | undefined,
): Record<string, string> {
  const merged: Record<string, string> = options.headers
    ? mergeHeaders(headers, options.headers, { authorization: headers['authorization'] })
    : // No spread: Node takes 1.3 µs to add two fields to a spread copy, and 0.06 µs to this one.
      Object.assign({}, headers);
  // `typeOf` returns a string, and so is `jsonType`.
  if (type) merged['content-type'] = type as string;
  if (key) merged['idempotency-key'] = key;
  return merged;
}
