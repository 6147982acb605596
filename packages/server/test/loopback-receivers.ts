import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Receive, Receiver } from '@parley/conformance';

/** Webhook receivers on one port of this machine, each with its own path. */
export class LoopbackReceivers {
  readonly #receivers = new Map<string, Receive>();
  #listening: Promise<Server> | undefined;
  #made = 0;

  async start(receive: Receive): Promise<Receiver> {
    this.#listening ??= listen((request, response) => void this.#take(request, response));
    // A TCP server that listens has an address with a port.
    const { port } = (await this.#listening).address() as AddressInfo;
    this.#made += 1;
    const path = `/receivers/${this.#made}`;
    this.#receivers.set(path, receive);
    return {
      url: `http://127.0.0.1:${port}${path}`,
      close: async () => void this.#receivers.delete(path),
    };
  }

  async close(): Promise<void> {
    const server = await this.#listening;
    server?.close();
    server?.closeAllConnections();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The server sends a request again at once if it has used its connection before.
    response.shouldKeepAlive = false;
    try {
      const receive = this.#receivers.get(request.url ?? '');
      if (!receive) throw new Error('this receiver was closed');
      const { method = '', headers } = request;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const rawBody = Buffer.concat(chunks).toString();
      const answer = await receive({ method, headers: oneOfEach(headers), rawBody });
      response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    } catch {
      request.socket.destroy();
    }
  }
}

/** As a receiver reads them that expects each header once. */
function oneOfEach(headers: IncomingMessage['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function listen(take: (request: IncomingMessage, response: ServerResponse) => void) {
  return new Promise<Server>((resolve, reject) => {
    const server = createServer(take);
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
