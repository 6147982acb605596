import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  atMs: number;
  /** When the answer was handed to the network in full. */
  answeredAtMs: number | undefined;
}

export interface FaultServer {
  url: string;
  seen: Seen[];
  close(): void;
}

export type Fault = (request: Seen, response: ServerResponse, nth: number) => void;

/** A server on a free port of this machine that answers as badly as a case wants. */
export async function startFaultServer(fault: Fault): Promise<FaultServer> {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request: Seen = {
      method,
      url,
      headers,
      body: '',
      atMs: performance.now(),
      answeredAtMs: undefined,
    };
    seen.push(request);
    const nth = seen.length;
    response.on('finish', () => {
      request.answeredAtMs = performance.now();
    });
    // A client that goes away in the middle is part of the lab.
    response.on('error', () => undefined);
    try {
      for await (const chunk of incoming) request.body += chunk;
    } catch {
      return;
    }
    fault(request, response, nth);
  });
  server.keepAliveTimeout = 60_000;
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** A record that every SDK of the lab takes for one of its own. */
export function ok(response: ServerResponse, headers: Record<string, string> = {}): void {
  const record = { id: 'x_1', object: 'thing', type: 'thing', ok: true, status: 'queued' };
  json(response, 200, record, headers);
}

/** An error that every SDK of the lab can read. */
export function refuse(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  const error = { code: 'SVC-LAB', type: 'lab_error', message: 'As the lab wants it', details: {} };
  json(response, status, { error, message: error.message, errors: [error] }, headers);
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}
