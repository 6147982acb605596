import { type Answer, halfOf, type Outcome } from './answer.ts';
import type { MockRequest } from './mock-request.ts';

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
    const body = init?.body ?? undefined;
    const request: MockRequest = {
      method: (init?.method ?? sent?.method ?? 'GET').toUpperCase(),
      pathname: url.pathname,
      search: url.search,
      headers: readHeaders(init?.headers ?? sent?.headers, body),
      body: sent && body === undefined ? await bytesOf(sent) : await readBody(body),
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
  body: BodyInit | undefined,
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
  if (typeof body === 'string') record['content-type'] ??= 'text/plain;charset=UTF-8';
  return record;
}

async function readBody(body: BodyInit | undefined): Promise<Uint8Array | string | undefined> {
  if (body === undefined || typeof body === 'string') return body;
  return bytesOf(new Response(body));
}

export async function bytesOf(source: Request | Response): Promise<Uint8Array | undefined> {
  return source.body === null ? undefined : new Uint8Array(await source.arrayBuffer());
}
