import type { Channel, Message } from '@parley/contract/schemas';
import { Simulator } from '@parley/provider-simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drainProviders } from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import { createScene, makeDue } from '../../test/scene.ts';
import { startServer } from '../../test/start-server.ts';

// Messages out and in, with the real adapters and receivers, and providers that fail as real ones do.

const people = 20;
const kinds = [
  { type: 'text', text: 'Hello' },
  { type: 'location', location: { latitude: 1, longitude: 2, name: 'Shop' } },
  {
    type: 'interactive',
    interactive: {
      kind: 'buttons',
      text: 'Sure?',
      buttons: [
        { id: 'yes', title: 'Yes' },
        { id: 'no', title: 'No' },
      ],
    },
  },
  { type: 'location', location: { latitude: 1, longitude: 2 } },
] as const;

describe.each(targets)('a round trip through the simulated WhatsApp on %s', (target) => {
  test('every message ends in its right state, and none is sent twice', async () => {
    const simulator = await new Simulator({ seed: 11 }).start();
    onTestFinished(() => simulator.close());
    const server = await startServer(target, {
      env: { PARLEY_WORKER: 'off', PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp },
    });
    onTestFinished(() => server.close());
    const scene = await createScene(server);
    const { account, accessToken } = simulator.addAccount('whatsapp');
    const { app } = account;
    const { json: created } = await scene.call<Channel>('POST /channels', {
      name: 'Shop',
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      config: { phoneNumberId: account.id, wabaId: account.ownerId },
      credentials: { accessToken, appSecret: app.secret, verifyToken: app.verifyToken },
    });
    await simulator.connect(app, `${server.baseUrl}/hooks/whatsapp/${created.id}`);
    const { json: channel } = await scene.call<Channel>(`POST /channels/${created.id}/verify`);
    expect(channel).toMatchObject({ status: 'active', externalId: account.id });

    simulator.deliver({ batch: 5, duplicates: 0.2, outOfOrder: true, lateMs: 20 });
    const addresses = Array.from(
      { length: people },
      (_, n) => `4915100000${String(n).padStart(3, '0')}`,
    );
    const written = addresses.map((address) =>
      simulator.write(account, { address }, { type: 'text', text: { body: 'Hi' } }),
    );
    await simulator.outbox.settled();
    await drainProviders(server);

    // A number, not a share: at least one message must fail after the provider accepted it.
    const fault = { kind: 'failed_later', code: 131_026 } as const;
    simulator.fail({ path: '/messages', times: 4, fault });
    for (const [code, share] of [
      [131_016, 0.05],
      [130_429, 0.05],
      [131_026, 0.05],
    ] as const) {
      simulator.fail({ path: '/messages', share, fault: { kind: 'error', code } });
    }
    simulator.fail({ path: '/messages', share: 0.1, fault: { kind: 'lost_answer' } });
    simulator.fail({ path: '/messages', share: 0.05, fault: { kind: 'lost_request' } });
    const sent = await Promise.all(
      addresses.flatMap((to) =>
        kinds.map(async (content) => {
          const body = { channelId: channel.id, to, ...content };
          const { status, json } = await scene.call<Message>('POST /messages', body);
          expect([status, json]).toEqual([202, expect.anything()]);
          return json.id;
        }),
      ),
    );

    let open = sent;
    for (let turn = 0; open.length > 0 && turn < 300; turn += 1) {
      await drainProviders(server);
      await simulator.outbox.settled();
      await drainProviders(server);
      // The longest wait is for a report about a message whose response was lost.
      if (turn % 4 === 3) await server.advance(61_000);
      else await makeDue(server);
      const states = await Promise.all(open.map((id) => scene.message(id)));
      open = states
        .filter(({ status }) => !['read', 'failed'].includes(status))
        .map(({ id }) => id);
    }
    expect(open).toEqual([]);
    expect(account.takenTwice()).toEqual([]);
    const failedLater = new Set<string>();
    const outcomes = await Promise.all(
      sent.map(async (id) => {
        const { status, error } = await scene.message(id);
        const taken = account.taken.some(({ reference }) => reference?.startsWith(`${id}:`));
        if (status === 'failed' && taken) failedLater.add(error?.providerCode ?? '');
        // A message that the provider accepted is read, or the provider failed it. Any other message has failed.
        return taken ? status === 'read' || error?.providerCode === '131026' : status === 'failed';
      }),
    );
    expect(outcomes.filter((isRight) => !isRight)).toEqual([]);
    expect([...failedLater]).toEqual(['131026']);
    const { json: inbound } = await scene.call<{ data: Message[] }>(
      `GET /messages?direction=inbound&channelId=${channel.id}&limit=100`,
    );
    expect(inbound.data.map(({ externalId }) => externalId).sort()).toEqual(written.toSorted());
  });
});
