import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import nodeFetch from 'node-fetch';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type Fetch, NotFoundError, Parley } from '../src/index.ts';

const apiKey = 'prl_live_1';
const page = { data: [], nextCursor: null };

async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; server: ReturnType<typeof createServer> }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A server with one empty list; everything else is 404. */
function aServer() {
  return listening(({ url }, response) => {
    const isList = url?.startsWith('/api/v1/messages?') || url === '/api/v1/messages';
    response.writeHead(isList ? 200 : 404, { 'x-request-id': 'req_1' });
    response.end(JSON.stringify(isList ? page : { error: { code: 'SVC-NOT-FOUND' } }));
  });
}

const fetches: Record<string, Fetch> = {
  'the global one': globalThis.fetch,
  'that of undici': undiciFetch,
  'that of node-fetch': nodeFetch,
  'a function of your own': async (url, init) => globalThis.fetch(url, init),
};

test.each(Object.keys(fetches))('fetch can be %s', async (name) => {
  const { url } = await aServer();
  const fetch = fetches[name] as Fetch;
  const parley = new Parley({ apiKey, baseUrl: url, fetch, maxRetries: 0 });
  const { data, headers, requestId } = await parley.messages.list().withMeta();
  expect([data, requestId]).toEqual([page, 'req_1']);
  expect(headers).toBeInstanceOf(Headers);
  const missing = await parley.messages.get('msg_1').safe();
  expect(!missing.ok && NotFoundError.is(missing.error)).toBe(true);
  expect(await (await parley.messages.list().asResponse()).json()).toEqual(page);
});

/** A proxy that keeps the addresses it was asked to connect to. */
async function aProxy() {
  const asked: string[] = [];
  const { url, server } = await listening((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url: target = '' }: IncomingMessage, client: Socket) => {
    asked.push(target);
    const [host, port] = target.split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    onTestFinished(() => void upstream.destroy());
    client.on('error', () => upstream.destroy());
  });
  return { proxyUrl: url, asked };
}

test('requests go through a proxy', async () => {
  const { url: baseUrl } = await aServer();
  const { proxyUrl, asked } = await aProxy();
  // #region proxy
  const dispatcher = new ProxyAgent(proxyUrl);
  const parley = new Parley({ apiKey, baseUrl, fetch: undiciFetch, fetchOptions: { dispatcher } });
  // #endregion
  onTestFinished(() => dispatcher.destroy());
  expect(await parley.messages.list()).toEqual(page);
  expect(asked).toEqual([new URL(baseUrl).host]);
});
