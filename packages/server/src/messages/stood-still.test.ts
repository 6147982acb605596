import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type ChannelServer,
  connectedScene,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { sweepLeases } from '../jobs/statements/hold-leases.ts';
import { ChannelPace } from './channel-pace.ts';

const text = { type: 'text', text: 'Hello' };
const pauseMs = 70_000;

test('a worker that stood still until it lost its message does not send it', async () => {
  const server = await start();
  const scene = await connectedScene(server, 'whatsapp_cloud');
  standStill(async () => {
    await server.deps.database.writer('jobs').update({ lease_until: 1 });
    await server.deps.system.run(sweepLeases, null);
  });
  const message = await scene.deliver(text);
  expect(message.status).toBe('sending');
  await server.advance(pauseMs);
  await drainProviders(server);
  const error = { reason: 'unknown_outcome' };
  expect(await scene.message(message.id)).toMatchObject({ status: 'failed', error });
  expect(server.provider.requests).toEqual([]);
});

test('a worker that stood still and kept its message sends it in the next attempt', async () => {
  const server = await start();
  const scene = await connectedScene(server, 'whatsapp_cloud');
  standStill(async () => {});
  const { id } = await scene.deliver(text);
  expect(server.provider.requests).toEqual([]);
  await server.advance(20_000);
  await drainProviders(server);
  expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(server.provider.requests).toHaveLength(1);
});

async function start(): Promise<ChannelServer> {
  const server = await startWithProvider('SQLite');
  onTestFinished(() => server.close());
  server.provider.requests = [];
  server.provider.answer = () => ({ body: { messages: [{ id: 'wamid.1' }] } });
  return server;
}

/** Lets more than the time of a lease pass after the next message is marked as `sending`. */
function standStill(meanwhile: () => Promise<void>): void {
  const { inTurn } = ChannelPace.prototype;
  const now = performance.now.bind(performance);
  const marking = vi.spyOn(ChannelPace.prototype, 'inTurn').mockImplementationOnce(async function (
    this: ChannelPace,
    ...given
  ) {
    const begun = await inTurn.apply(this, given);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + pauseMs);
    onTestFinished(() => clock.mockRestore());
    await meanwhile();
    return begun;
  });
  onTestFinished(() => marking.mockRestore());
}
