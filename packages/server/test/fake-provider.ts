import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

export interface FakeRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body where it is JSON, else its text. */
  // Tests look into it as they expect it.
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  readonly body: any;
}

/** `hang`: no answer; `break`: the connection ends before one. */
export type FakeAnswer =
  | 'hang'
  | 'break'
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      /** A text or a stream is sent as it is, everything else as JSON. */
      readonly body: unknown;
    };

type Answering = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

/** Simulates the API of a provider: stores its requests and answers as a test prepared. */
export interface FakeProvider {
  readonly url: string;
  requests: FakeRequest[];
  answer: Answering;
  close(): Promise<void>;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      // The client broke off.
      return;
    }
    const text = Buffer.concat(chunks).toString('latin1');
    const isJson = incoming.headers['content-type'] === 'application/json';
    const url = new URL(incoming.url ?? '/', 'http://provider');
    const request = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: isJson ? JSON.parse(Buffer.concat(chunks).toString()) : text,
    };
    provider.requests.push(request);
    const answer = await provider.answer(request);
    if (answer === 'hang') return;
    if (answer === 'break') return void incoming.socket.destroy();
    const { status = 200, headers = {}, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (body instanceof Readable) return void body.pipe(response);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    answer: () => ({ status: 404, body: {} }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return provider;
}
