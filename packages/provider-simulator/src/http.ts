import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the simulator, as its routes get it. */
export interface SimulatedRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer<ArrayBuffer>;
}

export interface SimulatedAnswer {
  readonly status: number;
  readonly json?: unknown;
  readonly bytes?: { readonly type: string; readonly body: Buffer };
  /** When true, the request takes effect, but the connection ends without a response. */
  readonly isLost?: boolean;
}

export type Handle = (request: SimulatedRequest) => Promise<SimulatedAnswer>;

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function listen(handle: Handle): Promise<Listening> {
  const server = createServer((req, res) => {
    answer(handle, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => close(server) };
}

async function answer(handle: Handle, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://simulator');
  const { method = 'GET', headers } = req;
  const body = Buffer.concat(chunks);
  const given = await handle({ method, path: pathname, query: searchParams, headers, body });
  if (given.isLost) {
    res.destroy();
    return;
  }
  if (given.bytes) {
    res.writeHead(given.status, { 'content-type': given.bytes.type });
    res.end(given.bytes.body);
    return;
  }
  res.writeHead(given.status, { 'content-type': 'application/json' });
  res.end(given.json === undefined ? '' : JSON.stringify(given.json));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Returns the token of `Authorization: Bearer …`. */
export function bearerOf({ headers }: SimulatedRequest): string | undefined {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
}

/** Returns the parsed JSON body; undefined when it is invalid, or the content type is not JSON. */
export function jsonOf({ headers, body }: SimulatedRequest): unknown {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
