import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendRaw } from '../../test/raw-socket.ts';
import { startServer } from '../../test/start-server.ts';
import { Connections } from './connections.ts';

const limit = 3;

test('a new connection of an address at its limit closes the longest idle one', async () => {
  const open = await start({ PARLEY_CONNECTIONS_PER_ADDRESS: String(limit) });
  const [first, ...others] = await open.several(limit);
  const gone = once(first as Socket, 'close');
  expect(await ask(await open.one())).toBe(200);
  await gone;
  expect(await Promise.all(others.map(ask))).toEqual([200, 200]);
});

test('refuses a connection above the limit while all others of the address are busy', async () => {
  const open = await start({ PARLEY_CONNECTIONS_PER_ADDRESS: String(limit) });
  const busy = await open.several(limit);
  await Promise.all(busy.map((socket) => open.begin(socket)));
  await expect(ask(await open.one())).rejects.toThrow(/closed/);
  expect(await ask(await open.one('127.0.0.2'))).toBe(200);
  expect(await Promise.all(busy.map(open.finish))).toEqual([201, 201, 201]);
  expect(await ask(await open.one())).toBe(200);
});

test('does not count the connections of a trusted proxy', async () => {
  const open = await start({
    PARLEY_CONNECTIONS_PER_ADDRESS: String(limit),
    PARLEY_TRUST_PROXY: 'loopback',
  });
  const sockets = await open.several(2 * limit);
  expect(await Promise.all(sockets.map(ask))).toEqual(sockets.map(() => 200));
});

test('a server at its connection limit closes the longest idle connection of any address', async () => {
  const server = createServer((_req, res) => res.end());
  const limits = { total: limit, perAddress: limit, isProxy: () => false };
  const connections = new Connections(server, limits, pino({ level: 'silent' }));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => connections.end(100));
  const open = opener((server.address() as AddressInfo).port);
  const idle = await open.several(limit);
  const ends = idle.map((socket) => once(socket, 'close'));
  // One after the other, because each new connection closes the next idle one.
  for (const end of ends) {
    expect(await ask(await open.one('127.0.0.2'))).toBe(200);
    await end;
  }
});

test('a server closes the connections of clients that read nothing, but not those of long requests', async () => {
  const reset = vi.spyOn(Socket.prototype, 'resetAndDestroy');
  let isSlow = false;
  const server = createServer((_req, res) => {
    if (isSlow) setTimeout(() => res.end(), 500);
    else res.end(Buffer.alloc(20_000_000));
  });
  const limits = { total: limit, perAddress: limit, isProxy: () => false, unreadMs: 100 };
  const connections = new Connections(server, limits, pino({ level: 'silent' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => connections.end(100));
  const { port } = server.address() as AddressInfo;
  const request = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
  };
  for (let n = 0; n < limit; n += 1) {
    const arrived = new Promise<boolean>((resolve) => {
      server.on('request', ({ url }) => url === `/${n}` && resolve(true));
    });
    // The server closes a connection that is silent for 100 ms. On a busy machine, that can be before its request
    // arrives, so this asks again.
    do request(`/${n}`);
    while (!(await Promise.race([arrived, sleep(1_000, false)])));
  }
  isSlow = true;
  const open = opener(port);
  await vi.waitFor(async () => expect(await ask(await open.one())).toBe(200), { timeout: 60_000 });
  // A client that reads late must not take the part for the whole response. Node reads no error behind unread bytes.
  expect(reset).toHaveBeenCalled();
});

test('a response that the end of the server cuts off is an error for a client of HTTP/1.0', async () => {
  const server = createServer((_req, res) => void res.write('the first line'));
  const limits = { total: limit, perAddress: limit, isProxy: () => false };
  const connections = new Connections(server, limits, pino({ level: 'silent' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request');
  const answer = sendRaw((server.address() as AddressInfo).port, 'GET / HTTP/1.0\r\n\r\n');
  await asked;
  await connections.end(100);
  expect((await answer).error).toBe('ECONNRESET');
});

async function start(env: Record<string, string>) {
  const server = await startServer('SQLite', { env: { PARLEY_HOST: '0.0.0.0', ...env } });
  onTestFinished(() => server.close());
  const { apiKey } = await server.createTenant();
  return {
    ...opener(server.running.port),
    /** Sends a request without the end of its body. Resolves when the server waits for the rest. */
    begin: async (socket: Socket) => {
      socket.write(
        `POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\nexpect: 100-continue\r\n` +
          'content-type: application/json\r\ncontent-length: 2\r\n\r\n',
      );
      expect(await statusOn(socket)).toBe(100);
    },
    finish: async (socket: Socket) => {
      socket.write('{}');
      return await statusOn(socket);
    },
  };
}

function opener(port: number) {
  const one = async (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    // A socket reports that it was closed only if it is read.
    socket.on('error', () => {}).resume();
    await once(socket, 'connect');
    return socket;
  };
  const several = async (count: number) => {
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      sockets.push(await one());
      // The server must handle this connection before the next one opens.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    return sockets;
  };
  return { one, several };
}

async function ask(socket: Socket): Promise<number> {
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  return await statusOn(socket);
}

async function statusOn(socket: Socket): Promise<number> {
  const text = await Promise.race([
    once(socket, 'data').then(([chunk]) => String(chunk)),
    once(socket, 'close').then(() => ''),
  ]);
  if (text === '') throw new Error('the server has closed the connection');
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}
