import { request as httpRequest } from 'node:http';

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Exchanged {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  code: string | undefined;
  details: unknown;
}

/** node:http sends any request, also those that fetch refuses. */
export function exchange(
  url: string,
  { method = 'GET', headers = {}, body }: Sent,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { error } = (text === '' ? {} : JSON.parse(text)) as {
          error?: { code: string; details: unknown };
        };
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          text,
          code: error?.code,
          details: error?.details,
        });
        request.destroy();
      });
    });
    request.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    if (body === undefined && 'content-length' in headers) request.flushHeaders();
    else request.end(body);
  });
}

/** Statuses of requests that follow each other on one connection. */
export function exchangeOnOneConnection(
  port: number,
  requests: readonly string[],
): Promise<string[]> {
  return import('node:net').then(
    ({ connect }) =>
      new Promise((resolve, reject) => {
        const statuses: string[] = [];
        const socket = connect(port, '127.0.0.1', () => socket.write(requests[0] ?? ''));
        socket.on('error', reject);
        socket.on('data', (chunk) => {
          const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1];
          if (status) statuses.push(status);
          const next = requests[statuses.length];
          if (next) socket.write(next);
          else socket.end(() => resolve(statuses));
        });
      }),
  );
}
