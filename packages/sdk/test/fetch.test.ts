import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import nodeFetch from 'node-fetch';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type Fetch, NotFoundError, Parley } from '../src/index.ts';
import { listen } from './listen.ts';

const apiKey = 'prl_live_1';
const page = { data: [], nextCursor: null };

/** A server with one empty list; everything else is 404. */
function aServer(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const isList = url?.startsWith('/api/v1/messages?') || url === '/api/v1/messages';
    response.writeHead(isList ? 200 : 404, { 'x-request-id': 'req_1' });
    response.end(JSON.stringify(isList ? page : { error: { code: 'SVC-NOT-FOUND' } }));
  });
  return listen(server);
}

const fetches: Record<string, Fetch> = {
  'the global one': globalThis.fetch,
  'that of undici': undiciFetch,
  'that of node-fetch': nodeFetch,
  'a function of your own': async (url, init) => globalThis.fetch(url, init),
};

test.each(Object.keys(fetches))('fetch can be %s', async (name) => {
  const baseUrl = await aServer();
  const fetch = fetches[name] as Fetch;
  const parley = new Parley({ apiKey, baseUrl, fetch, maxRetries: 0 });
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
  const server = createServer((_, response) => response.writeHead(405).end());
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
  return { proxyUrl: await listen(server), asked };
}

test('requests go through a proxy', async () => {
  const baseUrl = await aServer();
  const { proxyUrl, asked } = await aProxy();
  // #region proxy
  const dispatcher = new ProxyAgent(proxyUrl);
  const parley = new Parley({ apiKey, baseUrl, fetch: undiciFetch, fetchOptions: { dispatcher } });
  // #endregion
  onTestFinished(() => dispatcher.destroy());
  expect(await parley.messages.list()).toEqual(page);
  expect(asked).toEqual([new URL(baseUrl).host]);
});
