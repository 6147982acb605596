/// <reference path="./disposable.d.ts" />
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimits, mediaLimits, requestLimits } from '@parley/contract';
import { halfOf, type Outcome } from './answer.ts';
import type { Handle } from './fetch.ts';
import { MockError, show } from './problems.ts';
import { matchRoute } from './router.ts';

/** Mock that listens on a port of this machine. */
export interface Listening {
  /** The URL of the mock, such as `http://127.0.0.1:49152`. */
  readonly url: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const limits = {
  maxHeaderSize: requestLimits.headBytes,
  // The same time as the server's, so that connections stay open while a test keeps the process busy.
  keepAliveTimeout: 65_000,
};

/** Serves the mock over HTTP. Works in Node only. */
export async function listen(handle: Handle, port: number): Promise<Listening> {
  // In JavaScript, the port may be a text, which Node would take for the path of a socket.
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new MockError(`listen: port is ${show(port)}; expected 0 to 65535. 0 = any free port`);
  }
  const { createServer } = nodeHttp();
  const server = createServer(limits, (request, response) => {
    void answer(handle, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(number, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock has no port');
  const close = async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${address.port}`, close, [Symbol.asyncDispose]: close };
}

/**
 * Returns the module `node:http`. An `import` would break bundlers for browsers, and Jest refuses it in CommonJS tests.
 */
function nodeHttp(): typeof import('node:http') {
  const http = globalThis.process?.getBuiltinModule?.('node:http');
  if (!http) throw new Error('mock.listen() needs node:http: use mock.fetch or mock.handlers here');
  return http;
}

async function answer(
  handle: Handle,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  const method = request.method ?? 'GET';
  const pathname = query < 0 ? url : url.slice(0, query);
  const body = await readUpTo(request, mostBytesOf(method, pathname) + 1);
  if (!body) return;
  if (!request.complete) response.shouldKeepAlive = false;
  const outcome = await handle(
    {
      method,
      pathname,
      search: query < 0 ? '' : url.slice(query),
      headers: readHeaders(request),
      body,
    },
    { signal: undefined },
  );
  if (outcome.kind === 'answer' && !request.complete) await writeEarly(outcome, request, response);
  else write(outcome, response);
}

/**
 * Writes the answer while the client is still sending, and continues to read for a moment before it closes the
 * connection.
 */
async function writeEarly(
  { answer: { status, headers, bytes, text } }: Extract<Outcome, { kind: 'answer' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = bytes ?? new TextEncoder().encode(text);
  response.writeHead(status, { ...headers, 'content-length': String(body.length) });
  response.write(body);
  await new Promise<void>((resolve) => {
    let length = 0;
    const timer = setTimeout(stop, requestLimits.lingerMs);
    request.on('data', count).once('end', stop).once('close', stop);
    request.resume();

    function count(chunk: Uint8Array): void {
      length += chunk.length;
      if (length > requestLimits.lingerBytes) stop();
    }
    function stop(): void {
      clearTimeout(timer);
      request.off('data', count).pause();
      resolve();
    }
  });
  response.end();
}

function write(outcome: Outcome, response: ServerResponse): void {
  switch (outcome.kind) {
    case 'network_error':
      response.socket?.destroy();
      return;
    case 'hang':
      return;
    case 'stalled':
      response.writeHead(outcome.answer.status, outcome.answer.headers);
      response.write(halfOf(outcome.answer));
      return;
    case 'answer':
      response.writeHead(outcome.answer.status, outcome.answer.headers);
      response.end(outcome.answer.bytes ?? outcome.answer.text);
  }
}

/** Returns the maximum size of a body, in bytes. The mock reads no more, because the endpoint refuses a longer body. */
function mostBytesOf(method: string, pathname: string): number {
  try {
    const { target } = matchRoute(method, pathname);
    if (target !== 'session_only') {
      return target.bodyBytes + (target.bytes === 'request' ? mediaLimits.formBytes : 0);
    }
  } catch {
    // The mock answers the invalid path with an error.
  }
  return bodyLimits.defaultBytes;
}

/** Returns the body up to this size; undefined when the client disconnected. */
async function readUpTo(request: IncomingMessage, bytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= bytes) break;
    }
  } catch {
    return undefined;
  }
  const body = new Uint8Array(length);
  let place = 0;
  for (const chunk of chunks) {
    body.set(chunk, place);
    place += chunk.length;
  }
  return body;
}

function readHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
