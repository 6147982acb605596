import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { sendRaw } from '../../test/raw-socket.ts';
import { FileAnswer } from './file-answer.ts';

test('a client that goes while the file is opened leaves no open stream', async () => {
  const body = Readable.from(['bytes']);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = get({ port, host: '127.0.0.1' }).on('error', () => {});
  const [, res]: [unknown, ServerResponse] = (await once(server, 'request')) as never;
  const open = async () => {
    client.destroy();
    await once(res, 'close');
    return body;
  };
  const answer = new FileAnswer({ sizeBytes: 5, headers: {}, open });
  await answer.begin(res as Response);
  expect(body.destroyed).toBe(true);
  server.close();
});

test('a client that speaks HTTP/1.0 gets an error when reading fails after the first bytes', async () => {
  const server = createServer((_req, res) => {
    const body = Readable.from(failingLater());
    const answer = new FileAnswer({ headers: {}, open: async () => body });
    void answer.begin(res as Response).then(() => body.pipe(res));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { error } = await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n');
  server.close();
  expect(error).toBe('ECONNRESET');
});

test('a connection closes when reading fails while an earlier response of it is open', async () => {
  let first: ServerResponse | undefined;
  const server = createServer((req, res) => {
    if (req.url === '/first') {
      first = res;
      return;
    }
    const body = Readable.from(failingLater());
    body.once('error', () => first?.end());
    const answer = new FileAnswer({ headers: {}, open: async () => body });
    void answer.begin(res as Response).then(() => body.pipe(res));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lines = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const { isClosed } = await sendRaw(port, lines('/first') + lines('/file'), { patienceMs: 3_000 });
  server.close();
  expect(isClosed).toBe(true);
});

async function* failingLater(): AsyncGenerator<string> {
  yield 'first line\n';
  await setTimeout(50);
  throw new Error('lost');
}
