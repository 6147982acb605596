import { createHash } from 'node:crypto';
import type { Channel } from '@parley/contract/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import {
  accessToken,
  type ConnectedScene,
  connectedScene,
  type connections,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import type { FakeAnswer } from '../../test/fake-provider.ts';
import { aPhone, forgetJobs } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { createWorker } from '../jobs/create-worker.ts';

describe.each(targets)('an overloaded provider on %s', (target) => {
  const server = serverOfTests(() => startWithProvider(target));
  afterEach(() => forgetJobs(server));

  async function aQueue(count: number) {
    const scene = await connectedScene(server, 'whatsapp_cloud');
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push((await scene.send({ channelId: scene.channel.id, to: aPhone() })).id);
    server.provider.requests = [];
    const statuses = async () => {
      const messages = await Promise.all(ids.map((id) => scene.message(id)));
      return messages.map(({ status }) => status);
    };
    return { statuses, channelId: scene.channel.id };
  }

  let sent = 0;
  const accept = (): FakeAnswer => {
    sent += 1;
    return { body: { messages: [{ id: `wamid.${target}.${sent}` }] } };
  };
  const later = async (ms: number) => {
    await server.advance(ms);
    await drainProviders(server);
  };

  // The server reads the answer of the provider before it queries the database, so one of them is enough on Postgres.
  const overloads: [string, FakeAnswer][] = [
    ['429', { status: 429, headers: { 'retry-after': '30' }, body: 'slow down' }],
    [
      '130429',
      { status: 400, headers: { 'retry-after': '30' }, body: { error: { code: 130429 } } },
    ],
    ['503', { status: 503, headers: { 'retry-after': '30' }, body: 'later' }],
  ];
  test.each(target === 'SQLite' ? overloads : overloads.slice(0, 1))(
    'after %s the whole channel waits as long as it is asked to, then sends all',
    async (_code, answer) => {
      const { statuses } = await aQueue(25);
      server.provider.answer = () => answer;
      await drainProviders(server);
      const tried = server.provider.requests.length;
      // These messages were in flight together: 80 messages per second allow a burst of 8, and a few more follow.
      expect(tried).toBeLessThanOrEqual(14);
      server.provider.answer = accept;
      await later(25_000);
      expect(server.provider.requests).toHaveLength(tried);
      for (let rounds = 0; rounds < 10; rounds += 1) await later(5_000);
      expect(new Set(await statuses())).toEqual(new Set(['sent']));
      expect(server.provider.requests).toHaveLength(tried + 25);
    },
  );

  test('a recipient that may not get more does not hold up the others', async () => {
    const { statuses } = await aQueue(5);
    let first = true;
    server.provider.answer = () => {
      if (!first) return accept();
      first = false;
      return { status: 400, body: { error: { code: 131056 } } };
    };
    await drainProviders(server);
    expect((await statuses()).filter((status) => status === 'sent')).toHaveLength(4);
  });

  test('one message with an error does not hold up a channel that has sent another one meanwhile', async () => {
    const { statuses, channelId } = await aQueue(5);
    const isSent = async () => (await statuses()).includes('sent');
    let first = true;
    server.provider.answer = async () => {
      if (!first) return accept();
      first = false;
      await expect.poll(isSent).toBe(true);
      return { status: 500, body: { error: { code: 131000 } } };
    };
    await drainProviders(server);
    expect(await statuses()).toHaveLength(5);
    expect((await statuses()).filter((status) => status === 'sent')).toHaveLength(4);
    const channel = server.deps.database.reader('channels').where({ id: channelId });
    expect(await channel.first()).toMatchObject({ pause_ms: 0 });
  });

  const limits: [keyof typeof connections, object][] = [
    ['whatsapp_cloud', { code: 80_007 }],
    ['whatsapp_cloud', { code: 80_008 }],
    ['instagram_graph', { code: 80_002 }],
    ['instagram_graph', { code: 80_006 }],
    ['instagram_graph', { code: 613, error_subcode: 2_534_040 }],
    ['instagram_graph', { code: 32 }],
    ['instagram_graph', { code: 17 }],
  ];
  test.each(target === 'SQLite' ? limits : limits.slice(0, 1))(
    'for %s and %j a message waits a minute after each attempt, however many there are',
    async (provider, error) => {
      const scene = await connectedScene(server, provider);
      server.provider.answer = () => ({ status: 400, body: { error } });
      const { id } = await scene.deliver({ type: 'text', text: 'Hi' });
      await later(45_000);
      expect(await scene.message(id)).toMatchObject({ status: 'queued', attempts: 1, error: null });
      for (let round = 0; round < 8; round += 1) await later(75_000);
      const limited = await scene.message(id);
      expect(limited).toMatchObject({ status: 'queued', error: null });
      expect(limited.attempts).toBeGreaterThan(6);
      server.provider.answer = () => ({ body: { messages: [{ id }], message_id: id } });
      await later(75_000);
      expect(await scene.message(id)).toMatchObject({ status: 'sent' });
    },
  );

  const open = async (provider: keyof typeof connections, credentials: object) => {
    const scene = await connectedScene(server, provider);
    await setApp(scene, scene.channel.id, credentials);
    return scene;
  };
  const setApp = async ({ call }: ConnectedScene, id: string, credentials: object) => {
    await call(`PATCH /channels/${id}`, { credentials });
    await server.deps.database.writer('channels').where({ id }).update({ status: 'active' });
  };

  test('an app whose secret is not known pauses only the channels of one tenant', async () => {
    const app = { appId: '80' };
    const [scene, sameId] = [
      await open('whatsapp_cloud', app),
      await open('whatsapp_cloud', { ...app, appSecret: 'secret-80' }),
    ];
    const { json } = await scene.call<Channel>('POST /channels', {
      ...{ name: 'Second', provider: 'whatsapp_cloud', credentials: { accessToken } },
      ...{ type: 'whatsapp', config: { phoneNumberId: '106540352242923', wabaId: '1' } },
    });
    await setApp(scene, json.id, app);
    server.provider.answer = () => ({ status: 400, body: { error: { code: 4 } } });
    const text = { type: 'text', text: 'Hi' };
    expect(await scene.deliver(text)).toMatchObject({ status: 'queued', attempts: 1 });
    server.provider.answer = accept;
    expect([
      await scene.deliver({ ...text, channelId: json.id }),
      await sameId.deliver(text),
    ]).toMatchObject([{ status: 'queued', attempts: 0 }, { status: 'sent' }]);
  });

  test.each([
    ['whatsapp_cloud', { appId: '78', appSecret: 'secret-78' }, { appId: '78' }],
    ['instagram_graph', { appSecret: 'secret-78' }, { appSecret: 'secret-79' }],
  ] as const)(
    'code 4 of %s pauses all channels of the app for a minute, also in other workers',
    async (provider, app, otherApp) => {
      const [scene, sameApp, other, unknown] = [
        await open(provider, app),
        await open(provider, app),
        await open(provider, otherApp),
        await connectedScene(server, provider),
      ];
      server.provider.answer = () => ({ status: 400, body: { error: { code: 4 } } });
      const text = { type: 'text', text: 'Hi' };
      const limited = await scene.deliver(text);
      server.provider.answer = () => {
        sent += 1;
        const id = `sent.${target}.${sent}`;
        return { body: { messages: [{ id }], message_id: id } };
      };
      const waiting = await sameApp.deliver(text);
      expect([limited, waiting]).toMatchObject([
        { status: 'queued', attempts: 1 },
        { status: 'queued', attempts: 0 },
      ]);
      const pauses = async () =>
        await server.deps.database.reader('further_throttles').orderBy('name');
      const paused = await pauses();
      for (const one of [other, unknown])
        expect(await one.deliver(text)).toMatchObject({ status: 'sent' });
      // The other apps of the network take no turns, which would look like pauses of these apps.
      expect(await pauses()).toEqual(paused);
      await server.advance(20_000);
      await drainProviders(server);
      expect(await sameApp.message(waiting.id)).toMatchObject({ status: 'queued', attempts: 0 });
      await server.advance(45_000);
      const ended = async () => {
        await drainProviders(server);
        const messages = [await scene.message(limited.id), await sameApp.message(waiting.id)];
        return messages.map(({ status, attempts }) => [status, attempts]);
      };
      await expect.poll(ended).toEqual([
        ['sent', 2],
        ['sent', 1],
      ]);
      // The name of the limit does not let anyone search for the secret. The row is deleted later.
      const hash = createHash('sha256').update(app.appSecret).digest('hex');
      expect(paused.map(({ name }) => name)).not.toContain(`app ${scene.channel.type} ${hash}`);
      await server.advance(2 * 3_600_000);
      await createWorker(server.deps).purge();
      expect(await pauses()).toEqual([]);
    },
  );
});
