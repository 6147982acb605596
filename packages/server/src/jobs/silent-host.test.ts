import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene } from '../../test/scene.ts';
import { startServer } from '../../test/start-server.ts';
import { jobsTable } from './table.ts';

const sources = 60;
const mostSeconds = 3;

test.each(targets)('sources at a silent host do not delay messages, on %s', async (target) => {
  const env = { PARLEY_URL_SOURCES: 'on', PARLEY_FETCH_ALLOWED_CIDRS: '127.0.0.1/32' };
  const server = await startServer(target, { env });
  onTestFinished(() => server.close());
  const silent = await startSilentHost();
  const [busy, other] = [await createScene(server), await createScene(server)];
  for (let n = 0; n < sources; n += 1) {
    const url = `http://127.0.0.1:${silent.port}/${n}`;
    expect((await busy.call('POST /knowledge/sources', { type: 'url', url })).status).toBe(201);
  }
  await expect.poll(() => silent.connections()).toBeGreaterThan(0);
  for (const scene of [other, busy]) {
    const { id } = await scene.send();
    await expect
      .poll(async () => (await scene.message(id)).status, { timeout: mostSeconds * 1_000 })
      .toBe('read');
  }
  const leased = await busy.ctx.db.select(jobsTable).where({ status: 'leased' });
  expect(leased.length).toBeLessThanOrEqual(4);
});

/** Starts a server that accepts connections and never answers. */
async function startSilentHost() {
  let connections = 0;
  const host = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void host.close());
  const address = host.address();
  // A TCP server that listens has an address with a port.
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { port, connections: () => connections };
}
