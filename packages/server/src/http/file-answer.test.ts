import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { expect, test } from 'vitest';
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
