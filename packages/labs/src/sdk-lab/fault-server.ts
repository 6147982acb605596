import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  atMs: number;
  /** When the complete response was handed to the network. */
  answeredAtMs: number | undefined;
}

export interface FaultServer {
  url: string;
  seen: Seen[];
  close(): void;
}

export type Fault = (request: Seen, response: ServerResponse, nth: number) => void;

/** Starts a server on a free port of this machine. It answers with the fault of a case. */
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
    // The lab expects clients that disconnect early.
    response.on('error', () => undefined);
    try {
      for await (const chunk of incoming) request.body += chunk;
    } catch {
      return;
    }
    fault(request, response, nth);
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
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

/** Answers with a record that every SDK of the lab accepts. */
export function ok(response: ServerResponse, headers: Record<string, string> = {}): void {
  const record = { id: 'x_1', object: 'thing', type: 'thing', ok: true, status: 'queued' };
  json(response, 200, record, headers);
}

/**
 * The words with which services name an error. Notion's SDK retries by the code, and Bird's SDK selects its class by
 * the type.
 */
const words: Record<number, { code: string; type: string }> = {
  400: { code: 'validation_error', type: 'bad_request_error' },
  429: { code: 'rate_limited', type: 'rate_limit_error' },
  500: { code: 'internal_server_error', type: 'internal_error' },
  503: { code: 'service_unavailable', type: 'service_unavailable_error' },
};

/** Answers with an error that every SDK of the lab can read. */
export function refuse(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  const { code = 'lab', type = 'lab' } = words[status] ?? {};
  // The message of GitHub's rate limit: Octokit obeys `Retry-After` only with it.
  const message = headers['retry-after']
    ? 'You have exceeded a secondary rate limit.'
    : 'As the lab wants it.';
  const error = { code, type, message };
  const body = { object: 'error', status, code, message, error, errors: [error] };
  json(response, status, body, headers);
}
