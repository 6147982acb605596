import { Simulator } from '@parley/provider-simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { appSecrets, createLine, startReceiving, verifyToken } from '../../test/receiving-scene.ts';
import { drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

const kinds = [
  { type: 'text', text: { body: 'Hi' } },
  { type: 'image', image: { id: '1', mime_type: 'image/jpeg' } },
  { type: 'location', location: { latitude: 1, longitude: 2 } },
  { type: 'poll', poll: { name: 'a type of the future' } },
];

describe.each(targets)('webhooks of the simulated providers on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  async function openSimulator() {
    const simulator = await new Simulator({ seed: 7 }).start();
    onTestFinished(() => simulator.close());
    const app = simulator.addApp();
    Object.assign(app, { secret: appSecrets.present, verifyToken });
    return { simulator, app };
  }

  test('the handshake of the provider is answered', async () => {
    const { simulator, app } = await openSimulator();
    await simulator.connect(app, `${server.baseUrl}/hooks/whatsapp`);
    app.verifyToken = 'wrong';
    await expect(simulator.connect(app, `${server.baseUrl}/hooks/whatsapp`)).rejects.toThrow('403');
  });

  test('stores batched, repeated, late and unordered messages once, for the right customer', async () => {
    const { simulator, app } = await openSimulator();
    const lines = [await createLine(server), await createLine(server)];
    const accounts = lines.map(
      ({ externalId }) =>
        simulator.addAccount('whatsapp', { id: externalId, ownerId: 'waba', app }).account,
    );
    await simulator.connect(app, `${server.baseUrl}/hooks/whatsapp`);
    simulator.deliver({ batch: 7, duplicates: 0.3, outOfOrder: true, lateMs: 50 });
    const sent = accounts.map((account, at) =>
      Array.from({ length: 60 }, (_, n) => {
        const address = `49151${at}000${String(n % 10).padStart(3, '0')}`;
        const userId = n % 3 === 0 ? `DE.${address}` : undefined;
        const customer = { address, ...(userId && { userId }) };
        return simulator.write(account, customer, kinds[n % kinds.length] ?? {});
      }),
    );
    await simulator.outbox.settled();
    await drain(server);
    expect(simulator.outbox.counts).toMatchObject({ refused: 0, givenUp: 0 });
    expect(simulator.outbox.counts.repeated).toBeGreaterThan(0);
    for (const [at, line] of lines.entries()) {
      const messages = await line.messages();
      expect(messages.map(({ externalId }) => externalId).sort()).toEqual(sent[at]?.toSorted());
      expect(new Set(messages.map(({ contactId }) => contactId)).size).toBe(10);
      expect(await line.failures()).toEqual([]);
      const types = await line.events();
      expect(types.filter((type) => type === 'message.received')).toHaveLength(60);
      expect(types.filter((type) => type === 'contact.created')).toHaveLength(10);
      expect(types.filter((type) => type === 'conversation.created')).toHaveLength(10);
    }
  });

  test.each(['instagram', 'tiktok'] as const)('stores messages of %s', async (network) => {
    const { simulator, app } = await openSimulator();
    const line = await createLine(server, network);
    const { account } = simulator.addAccount(network, { id: line.externalId, app });
    app.callbackUrl = `${server.baseUrl}/hooks/${network}`;
    simulator.deliver({ duplicates: 1 });
    const address = network === 'instagram' ? '17841400000000001' : 'conversation+1';
    const content =
      network === 'instagram' ? { text: 'Hi' } : { type: 'text', text: { body: 'Hi' } };
    const externalId = simulator.write(account, { address }, content);
    await simulator.outbox.settled();
    await drain(server);
    expect(await line.messages()).toMatchObject([{ externalId, from: address, text: 'Hi' }]);
  });
});
