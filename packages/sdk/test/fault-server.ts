import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Parley, type ParleyOptions } from '../src/index.ts';
import { listen } from './listen.ts';

export const get = { method: 'GET', path: '/api/v1/things' } as const;
export const post = { method: 'POST', path: '/api/v1/things', body: { a: 1 } } as const;
export const fast = { timeoutMs: 250, maxRetries: 0 } as const;
/** The tolerated delay on a busy machine; waits.test.ts measures waits exactly, in virtual time. */
export const slackMs = 2_000;

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  atMs: number;
}

export interface FaultServer {
  url: string;
  requests: SeenRequest[];
  /** A client of this server. */
  client(options?: ParleyOptions): Parley;
}

type Handler = (request: SeenRequest, response: ServerResponse, nth: number) => void;

/** A real server on a free port that answers as badly as the test wants; gone when the test ends. */
export async function startFaultServer(handler: Handler): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { method = '', url = '', headers } = incoming;
    const seen = { method, url, headers, body, atMs: performance.now() };
    requests.push(seen);
    handler(seen, response, requests.length);
  });
  const url = await listen(server);
  const client = (options: ParleyOptions = {}): Parley =>
    new Parley({ baseUrl: url, apiKey: 'prl_live_test', ...options });
  return { url, requests, client };
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

export function envelope(code: string, details: Record<string, unknown> = {}): unknown {
  return { error: { code, message: `About ${code}`, details } };
}

/** The result and its duration. */
export async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}
