import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../test/start-server.ts';

test('a stopping server fails readiness and serves requests while it drains', async () => {
  const server = await startServer('SQLite', { env: { PARLEY_DRAIN_SECONDS: '1' } });
  const before = await fetch(`${server.baseUrl}/readyz`);
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  const closed = server.close();
  const after = await fetch(`${server.baseUrl}/readyz`);
  expect([after.status, after.headers.get('connection')]).toEqual([503, 'keep-alive']);
  await closed;
  await expect(fetch(`${server.baseUrl}/readyz`)).rejects.toThrow();
});

test.each([
  ['65 seconds without a trusted proxy', {}, 'timeout=65,'],
  ['65 seconds behind no proxy', { PARLEY_TRUST_PROXY: '0' }, 'timeout=65,'],
  ['10 minutes and 20 seconds behind one', { PARLEY_TRUST_PROXY: '127.0.0.1' }, 'timeout=620,'],
])('an idle connection stays open for %s', async (_time, env, keepAlive) => {
  const server = await startServer('SQLite', { env });
  const { headers } = await fetch(`${server.baseUrl}/healthz`);
  expect(headers.get('keep-alive')).toContain(keepAlive);
  await server.close();
});

test('a connection open at shutdown gets its next response, which closes it', async () => {
  const server = await startServer('SQLite', { env: { PARLEY_DRAIN_SECONDS: '0' } });
  const { port } = server.running;
  const ask = async (socket: Socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer);
  };
  const [busy, silent] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await Promise.all([once(busy, 'connect'), once(silent, 'connect')]);
  expect(await ask(busy)).toMatch(/connection: keep-alive/i);
  const ends = [once(busy, 'close'), once(silent, 'close')];
  const closed = server.close();
  await expect.poll(() => isRefused(port), { interval: 5 }).toBe(true);
  expect(await ask(busy)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close/i);
  await Promise.all([closed, ...ends]);
});

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const refused = await once(socket, 'connect').then(
    () => false,
    () => true,
  );
  socket.destroy();
  return refused;
}
