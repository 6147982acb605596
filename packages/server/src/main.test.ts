import { expect, test } from 'vitest';
import { startServer } from '../test/start-server.ts';

test('a server that stops sends its clients elsewhere and answers what comes until then', async () => {
  const server = await startServer('SQLite', { env: { PARLEY_DRAIN_SECONDS: '1' } });
  const before = await fetch(`${server.baseUrl}/readyz`);
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  const closed = server.close();
  const after = await fetch(`${server.baseUrl}/readyz`);
  expect([after.status, after.headers.get('connection')]).toEqual([503, 'close']);
  await closed;
  await expect(fetch(`${server.baseUrl}/readyz`)).rejects.toThrow();
});

test('a request that meets the end of a server is answered, also where no proxy is waited for', async () => {
  const server = await startServer('SQLite', { env: { PARLEY_DRAIN_SECONDS: '0' } });
  // Its connection is open: the next request goes out on it as it is about to be closed.
  await fetch(`${server.baseUrl}/readyz`);
  const closed = server.close();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${server.baseUrl}/healthz`)),
  );
  for (const { status, headers } of answers) {
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
  }
  await closed;
});
