import { type Answer, halfOf, type Outcome } from './answer.ts';
import type { MockRequest } from './mock-request.ts';
import { MockError } from './problems.ts';

export type Handle = (request: MockRequest, caller: Caller) => Promise<Outcome>;

/**
 * The client that made a request, with its abort signal. A `Request` creates its signal on first use, which takes time.
 */
export interface Caller {
  readonly signal: AbortSignal | undefined;
}

/** Returns a `fetch` that only reaches the mock. It ignores the origin of a URL; the path selects the endpoint. */
export function createFetch(handle: Handle, baseUrl: string): typeof globalThis.fetch {
  return async (input, init) => {
    const sent = typeof input === 'object' && 'method' in input ? input : undefined;
    const signal = init?.signal ?? sent?.signal ?? undefined;
    signal?.throwIfAborted();
    const url = new URL(sent ? sent.url : (input as string | URL), baseUrl);
    const given = init?.body ?? undefined;
    const encoded = await encode(given);
    const request: MockRequest = {
      method: (init?.method ?? sent?.method ?? 'GET').toUpperCase(),
      pathname: url.pathname,
      search: url.search,
      headers: readHeaders(init?.headers ?? sent?.headers, typeOf(given, encoded)),
      body: sent && given === undefined ? await bytesOf(sent) : await bodyOf(given, encoded),
    };
    const caller = { signal };
    return toResponse(await handle(request, caller), request.method, caller);
  };
}

/** Converts the result of a request to a `Response`. Rejects like `fetch` when there is no response. */
export async function toResponse(
  outcome: Outcome,
  method: string,
  caller: Caller,
): Promise<Response> {
  switch (outcome.kind) {
    case 'network_error': {
      const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      throw new TypeError('fetch failed', { cause });
    }
    case 'hang':
      return never(caller.signal);
    case 'stalled':
      return new Response(stalling(outcome.answer, caller.signal), outcome.answer);
    case 'answer': {
      const { answer } = outcome;
      const body = answer.bytes ?? answer.text;
      return new Response(body.length > 0 && method !== 'HEAD' ? body : null, answer);
    }
  }
}

/** Returns a promise that never resolves. It rejects when the signal aborts, with the signal's reason. */
export function never(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function stalling(answer: Answer, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(halfOf(answer));
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}

function readHeaders(
  headers: RequestInit['headers'] | Headers,
  contentType: string | null,
): Record<string, string> {
  const record: Record<string, string> = {};
  if (headers instanceof Headers) {
    headers.forEach((value, name) => {
      record[name] = value;
    });
  } else if (headers) {
    const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
    for (const [name, value] of pairs) {
      if (name !== undefined && value !== undefined) record[name.toLowerCase()] = value;
    }
  }
  if (contentType !== null) record['content-type'] ??= contentType;
  return record;
}

/** Returns the content type that `fetch` sends with a body if the headers have none. */
function typeOf(given: BodyInit | undefined, encoded: Response | undefined): string | null {
  if (typeof given === 'string') return 'text/plain;charset=UTF-8';
  return encoded?.headers.get('content-type') ?? null;
}

/** Returns a response with the body: it encodes a form or a stream, and knows the content type. */
async function encode(body: BodyInit | undefined): Promise<Response | undefined> {
  if (body === undefined || typeof body === 'string') return undefined;
  const blob: Partial<Blob> | undefined = isBlob(body) ? body : undefined;
  if (!blob || blob.stream) return new Response(body);
  // A `Blob` of jsdom, which `Response` would send as the text "[object Blob]".
  if (!blob.arrayBuffer) {
    throw new MockError(
      'fetch: the Blob of this environment cannot be read; use jsdom 28 or newer, or send a Uint8Array',
    );
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return new Response(bytes, blob.type ? { headers: { 'content-type': blob.type } } : {});
}

function isBlob(body: object): body is Blob {
  return /Blob|File/.test(Object.prototype.toString.call(body));
}

async function bodyOf(given: BodyInit | undefined, encoded: Response | undefined) {
  return typeof given === 'string' ? given : encoded && (await bytesOf(encoded));
}

export async function bytesOf(source: Request | Response): Promise<Uint8Array | undefined> {
  return source.body === null ? undefined : new Uint8Array(await source.arrayBuffer());
}
