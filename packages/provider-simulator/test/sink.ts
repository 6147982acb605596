import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type App, type NetworkName, Simulator, type SimulatorOptions } from '../src/index.ts';

export interface Received {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A receiver of webhooks that answers with these statuses, then with 200. */
export async function startSink(app: Pick<App, 'verifyToken'>, ...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { searchParams } = new URL(req.url ?? '/', 'http://sink');
    if (req.method === 'GET') {
      const isRight = searchParams.get('hub.verify_token') === app.verifyToken;
      res.writeHead(isRight ? 200 : 403).end(searchParams.get('hub.challenge'));
      return;
    }
    received.push({ text: Buffer.concat(chunks).toString(), headers: req.headers });
    res.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, received };
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await new Simulator(options).start();
  onTestFinished(() => simulator.close());
  return simulator;
}

/** Whether a webhook has the signature of the app. */
export function isSigned(network: NetworkName, { secret }: App, { text, headers }: Received) {
  const hmac = (signed: string) => createHmac('sha256', secret).update(signed).digest('hex');
  if (network !== 'tiktok') return headers['x-hub-signature-256'] === `sha256=${hmac(text)}`;
  const [, time = '', hex] = /^t=(\d+),s=(\w+)$/.exec(String(headers['tiktok-signature'])) ?? [];
  return hex === hmac(`${time}.${text}`);
}

export async function request(
  url: string,
  { token, json, ...init }: RequestInit & { token?: string; json?: unknown } = {},
) {
  const answer = await fetch(url, {
    ...init,
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...init.headers,
    },
  });
  const text = await answer.text();
  // The test itself checks the contents.
  return { status: answer.status, json: (text && JSON.parse(text)) as Record<string, never> };
}
