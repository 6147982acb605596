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
