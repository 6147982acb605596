import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startLoad } from './load.ts';

/** Starts a load on a server that only this listener answers. */
async function loadOn(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const createTenant = async () => ({ apiKey: 'key' }) as never;
  return await startLoad({ baseUrl, createTenant }, onTestFinished, 1);
}

test('a load fails when the server resets a connection', async () => {
  const load = await loadOn((request) => request.socket.resetAndDestroy());
  await expect(load.begun()).rejects.toThrow('fetch failed');
});

test('a load has recovered when each client got 16 successes after the last failure', async () => {
  let count = 0;
  let failing = Number.POSITIVE_INFINITY;
  const load = await loadOn((request, response) => {
    count += 1;
    request.resume();
    response.writeHead(count === failing ? 503 : 200).end();
  });
  await load.begun();
  failing = count + 40;
  await load.recovered();
  const last = load.seen.findLastIndex(({ status }) => status === 503);
  expect(last).toBeGreaterThan(0);
  expect(load.seen.length - 1 - last).toBeGreaterThanOrEqual(16 * 16);
});
