import type { Channel } from '@parley/contract/schemas';
import { Simulator } from '@parley/provider-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ChannelServer,
  connections,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import type { FakeAnswer } from '../../test/fake-provider.ts';
import { createScene, forgetJobs, makeDue, type Scene } from '../../test/scene.ts';
import { sweepLeases } from '../jobs/statements/hold-leases.ts';
import { inTransaction } from '../tenancy/context.ts';
import { openSecrets, storeSecrets } from './secrets.ts';
import { channels } from './service.ts';

const dayMs = 24 * 3_600_000;
const account = { username: 'shop', open_id: connections.tiktok_business.config.businessId };

describe.each(targets)('the tokens of channels on %s', (target) => {
  let server: ChannelServer;
  // WhatsApp is the simulator, whose clock is the one of the server. The other providers are a fake.
  const simulator = new Simulator({ seed: 7, now: () => (server?.now() ?? new Date()).getTime() });
  beforeAll(async () => {
    await simulator.start();
    server = await startWithProvider(target, {
      PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp,
    });
  });
  afterEach(() => forgetJobs(server));
  afterAll(async () => {
    await server.close();
    await simulator.close();
  });

  async function aVerified(scene: Scene, provider: keyof typeof connections): Promise<string> {
    const credentials = {
      accessToken: 'token-1',
      ...(provider === 'tiktok_business' && {
        refreshToken: 'refresh-1',
        appId: 'app',
        appSecret: 'hush',
      }),
    };
    const body = { name: 'Real', provider, ...connections[provider], credentials };
    const { id } = (await scene.call<Channel>('POST /channels', body)).json;
    await scene.call(`POST /channels/${id}/verify`);
    return id;
  }
  const read = async (scene: Scene, id: string) =>
    (await scene.call<Channel>(`GET /channels/${id}`)).json;
  const secretsOf = async (scene: Scene, id: string) =>
    (await openSecrets(scene.ctx, server.deps.secrets, id)).secrets;
  const later = async (ms: number) => {
    await server.advance(Math.round(ms));
    await drainProviders(server);
  };

  /** Lets TikTok answer a renewal like this, and accept everything else. */
  const renewWith = (answer: FakeAnswer) => {
    server.provider.answer = ({ path }) =>
      path.endsWith('/refresh_token/') ? answer : { body: { code: 0, data: account } };
  };

  test('TikTok: both tokens are replaced, in time and again, each by the one before', async () => {
    const scene = await createScene(server);
    let made = 1;
    server.provider.answer = ({ path, body }) => {
      if (!path.endsWith('/refresh_token/')) return { body: { code: 0, data: account } };
      if (body.refresh_token !== `refresh-${made}`) return { body: { code: 40105 } };
      made += 1;
      const data = { access_token: `token-${made}`, refresh_token: `refresh-${made}` };
      return { body: { code: 0, data: { ...data, expires_in: 86_400 } } };
    };
    const id = await aVerified(scene, 'tiktok_business');
    await drainProviders(server);
    expect(await secretsOf(scene, id)).toMatchObject({
      accessToken: 'token-2',
      refreshToken: 'refresh-2',
    });
    const channel = await read(scene, id);
    expect(channel).toMatchObject({ status: 'active', credentials: { refreshable: true } });
    const lifeMs = Date.parse(channel.credentials?.expiresAt ?? '') - server.now().getTime();
    expect(lifeMs).toBeGreaterThan(dayMs - 60_000);
    await later(15 * 3_600_000);
    expect(made).toBe(2);
    await later(1.1 * 3_600_000);
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-3' });
    await later(17 * 3_600_000);
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-4' });
    expect(await read(scene, id)).toMatchObject({ status: 'active' });
    // The planned renewal of these tokens does not block the first one of new tokens.
    await scene.call(`PATCH /channels/${id}`, { credentials: { accessToken: 'pasted' } });
    await scene.call(`POST /channels/${id}/verify`);
    await later(0);
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-5' });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('TikTok: a token is renewed in a turn of its app', async () => {
    const scene = await createScene(server);
    renewWith({ body: { code: 0, data: { access_token: 'token-2', expires_in: 86_400 } } });
    const id = await aVerified(scene, 'tiktok_business');
    await later(0);
    const { writer } = server.deps.database;
    server.provider.requests = [];
    const next_at_us = 1_000 * (server.now().getTime() + dayMs);
    await writer('further_throttles').update({ next_at_us });
    await later(17 * 3_600_000);
    expect(server.provider.requests).toEqual([]);
    await writer('further_throttles').update({ next_at_us: 0 });
    await later(11_000);
    expect(server.provider.requests).toMatchObject([
      { path: '/open_api/v1.3/tt_user/oauth2/refresh_token/' },
    ]);
    await scene.call(`DELETE /channels/${id}`);
  });

  test('a refused token is renewed at once and the message is sent; a refused new token stops the channel', async () => {
    const scene = await createScene(server);
    let made = 1;
    let accepted = '';
    server.provider.answer = ({ path, headers }) => {
      if (path.endsWith('/refresh_token/')) {
        made += 1;
        accepted = `token-${made}`;
        const data = { access_token: accepted, refresh_token: `refresh-${made}` };
        return { body: { code: 0, data: { ...data, expires_in: 86_400 } } };
      }
      if (!path.endsWith('/send/')) return { body: { code: 0, data: account } };
      if (headers['access-token'] !== accepted) return { body: { code: 40102 } };
      return { body: { code: 0, data: { message: { message_id: `sent by ${accepted}` } } } };
    };
    const id = await aVerified(scene, 'tiktok_business');
    await later(0);
    await later(2 * 3_600_000);
    const statuses = async () =>
      (await scene.events()).filter((type) => type === 'channel.status_changed').length;
    const before = await statuses();
    // As after a pause of the server: the renewal is planned for later than the message.
    accepted = '';
    const first = await scene.send({ channelId: id, to: 'c+1' });
    await later(0);
    await later(20_000);
    expect(await scene.message(first.id)).toMatchObject({
      status: 'sent',
      externalId: 'sent by token-3',
      attempts: 2,
    });
    expect(await read(scene, id)).toMatchObject({ status: 'active', statusReason: null });
    expect((await statuses()) - before).toBe(2);
    accepted = '';
    const second = await scene.send({ channelId: id, to: 'c+1' });
    await later(0);
    expect(await scene.message(second.id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' },
    });
    expect(await read(scene, id)).toMatchObject({ status: 'error', statusReason: 'auth' });
    // The planned renewal ends the error, too.
    await later(17 * 3_600_000);
    expect(made).toBe(4);
    expect(await read(scene, id)).toMatchObject({ status: 'active', statusReason: null });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('Instagram: a token is renewed after a day, and then for sixty', async () => {
    const scene = await createScene(server);
    let renewals = 0;
    server.provider.answer = ({ path, query }) => {
      if (path.endsWith('/me')) return { body: { user_id: '17841400000000009', username: 'shop' } };
      if (path.endsWith('/subscribed_apps')) return { body: { success: true } };
      renewals += 1;
      expect(query.get('access_token')).toBe(`token-${renewals}`);
      expect([path, query.get('grant_type')]).toEqual([
        '/refresh_access_token',
        'ig_refresh_token',
      ]);
      return { body: { access_token: `token-${renewals + 1}`, expires_in: 5_184_000 } };
    };
    const id = await aVerified(scene, 'instagram_graph');
    await later(dayMs);
    expect(renewals).toBe(0);
    await later(2 * 3_600_000);
    expect(renewals).toBe(1);
    await later(39 * dayMs);
    expect(renewals).toBe(1);
    await later(2 * dayMs);
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-3' });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('a renewal with a token that another run of the job has renewed does not stop the channel', async () => {
    const scene = await createScene(server);
    const { ctx } = scene;
    let id = '';
    server.provider.answer = async ({ path }) => {
      if (!path.endsWith('/refresh_token/')) return { body: { code: 0, data: account } };
      const tokens = { accessToken: 'token-2', refreshToken: 'refresh-2' };
      await inTransaction(ctx, (ctx) => storeSecrets(ctx, server.deps.secrets, id, tokens));
      return { body: { code: 40105, message: 'Used' } };
    };
    id = await aVerified(scene, 'tiktok_business');
    await drainProviders(server);
    expect(await secretsOf(scene, id)).toMatchObject({ refreshToken: 'refresh-2' });
    expect(await read(scene, id)).toMatchObject({ status: 'active', lastError: null });
    await scene.call(`DELETE /channels/${id}`);
  });

  test.each([
    ['a failed write', 'break'],
    ['an outage of the database that lasts a minute', 'outage'],
    ['other credentials of the channel', 'patch'],
    ['a lost lease', 'lose'],
  ])('TikTok: renewed tokens are stored in spite of %s', async (_what, fault) => {
    const scene = await createScene(server);
    let id = '';
    let made = 1;
    server.provider.answer = async ({ path, body }) => {
      if (!path.endsWith('/refresh_token/')) return { body: { code: 0, data: account } };
      const isKnown = JSON.stringify(body).includes(`refresh-${made}`);
      if (!isKnown) return { body: { code: 40105, message: 'Used' } };
      made += 1;
      if (made === 2 && fault === 'patch') {
        await scene.call(`PATCH /channels/${id}`, { credentials: { appSecret: 'other' } });
      }
      if (made === 2 && fault === 'lose') {
        await server.deps.database.writer('jobs').update({ lease_until: 1 });
        await server.deps.system.run(sweepLeases, null);
      }
      if (made === 2 && fault === 'break') {
        vi.spyOn(server.deps.secrets, 'seal').mockImplementationOnce(() => {
          throw new Error('failed');
        });
      }
      if (made === 2 && fault === 'outage') {
        vi.spyOn(server.deps.secrets, 'seal').mockImplementationOnce(() => {
          const { now } = performance;
          const spy = vi.spyOn(performance, 'now');
          spy.mockImplementation(() => now.call(performance) + 60_000);
          onTestFinished(() => spy.mockRestore());
          throw Object.assign(new Error('starting up'), { code: '57P03' });
        });
      }
      const tokens = { access_token: `token-${made}`, refresh_token: `refresh-${made}` };
      return { body: { code: 0, data: { ...tokens, expires_in: 86_400 } } };
    };
    id = await aVerified(scene, 'tiktok_business');
    await drainProviders(server);
    expect(await secretsOf(scene, id)).toMatchObject({ refreshToken: 'refresh-2' });
    await scene.call(`POST /channels/${id}/verify`);
    expect(await read(scene, id)).toMatchObject({ status: 'active', lastError: null });
    await later(dayMs);
    expect(await secretsOf(scene, id)).toMatchObject({ refreshToken: `refresh-${made}` });
    expect(made).toBeGreaterThan(2);
    await scene.call(`DELETE /channels/${id}`);
  });

  test('a renewal that the provider cannot make now is tried again; a refused one stops the channel', async () => {
    const scene = await createScene(server);
    renewWith({ status: 503, body: '' });
    const id = await aVerified(scene, 'tiktok_business');
    await drainProviders(server);
    expect(await read(scene, id)).toMatchObject({ status: 'active' });
    renewWith({ body: { code: 40107, message: 'Revoked' } });
    await later(11 * 60_000);
    expect(await read(scene, id)).toMatchObject({
      status: 'error',
      statusReason: 'auth',
      lastError: { providerCode: '40107' },
    });
    // The account is allowed again: the server renews its token again.
    await scene.call(`POST /channels/${id}/enable`);
    const data = { access_token: 'token-2', refresh_token: 'refresh-2', expires_in: 86_400 };
    renewWith({ body: { code: 0, data } });
    await later(60_000);
    expect(await read(scene, id)).toMatchObject({ status: 'active' });
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-2' });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('a refusal that is not about the account is noted, and the renewal is tried again an hour later', async () => {
    const scene = await createScene(server);
    renewWith({ body: { code: 40002, message: 'Invalid parameter' } });
    const id = await aVerified(scene, 'tiktok_business');
    await drainProviders(server);
    expect(await read(scene, id)).toMatchObject({
      status: 'active',
      lastError: { providerCode: '40002' },
    });
    const data = { access_token: 'token-2', refresh_token: 'refresh-2', expires_in: 86_400 };
    renewWith({ body: { code: 0, data } });
    await later(59 * 60_000);
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-1' });
    await later(2 * 60_000);
    expect(await secretsOf(scene, id)).toMatchObject({ accessToken: 'token-2' });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('WhatsApp: warns 7 days and 1 day before the end, then stops the channel', async () => {
    const scene = await createScene(server);
    const app = simulator.addApp();
    const { account } = simulator.addAccount('whatsapp', { app });
    const accessToken = simulator.tokens.issue(account.ownerId, { lifeMs: 30 * dayMs });
    const made = await scene.call<Channel>('POST /channels', {
      name: 'Real',
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      config: { phoneNumberId: account.id, wabaId: account.ownerId },
      credentials: { accessToken, appId: app.id, appSecret: app.secret },
    });
    const { id } = made.json;
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    expect(json.verification?.checks).toContainEqual(
      expect.objectContaining({ name: 'permissions', ok: true }),
    );
    // A second verification does not schedule a second job, nor does one after a change of the account.
    await scene.call(`POST /channels/${id}/verify`);
    for (const apiVersion of ['v24.0', 'v25.0']) {
      await scene.call(`PATCH /channels/${id}`, { config: { apiVersion } });
      await scene.call(`POST /channels/${id}/verify`);
    }
    const warnings = async () =>
      (await scene.events()).filter((type) => type === 'channel.credentials_expiring').length;
    await later(22 * dayMs);
    // The clock of the database may be ahead of the clock of the process.
    await makeDue(server);
    await drainProviders(server);
    expect(await warnings()).toBe(0);
    await later(1.5 * dayMs);
    expect(await warnings()).toBe(1);
    await later(6 * dayMs);
    expect(await warnings()).toBe(2);
    expect(await read(scene, id)).toMatchObject({ status: 'active' });
    await later(dayMs);
    expect(await warnings()).toBe(2);
    expect(await read(scene, id)).toMatchObject({ status: 'error', statusReason: 'auth' });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('WhatsApp: warns about no credentials that are replaced when the warning is due', async () => {
    const scene = await createScene(server);
    const app = simulator.addApp();
    const { account } = simulator.addAccount('whatsapp', { app });
    const { ownerId } = account;
    const accessToken = simulator.tokens.issue(ownerId, { lifeMs: 30 * dayMs });
    const { json: channel } = await scene.call<Channel>('POST /channels', {
      name: 'Real',
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      config: { phoneNumberId: account.id, wabaId: ownerId },
      credentials: { accessToken, appId: app.id, appSecret: app.secret },
    });
    const path = `/channels/${channel.id}`;
    await scene.call(`POST ${path}/verify`);
    const { take } = channels;
    vi.spyOn(channels, 'take').mockImplementationOnce(async (ctx, id) => {
      const credentials = { accessToken: simulator.tokens.issue(ownerId) };
      await scene.call(`PATCH ${path}`, { credentials });
      return await take(ctx, id);
    });
    await later(23.5 * dayMs);
    expect(await read(scene, channel.id)).toMatchObject({ status: 'pending' });
    expect(await scene.events()).not.toContain('channel.credentials_expiring');
    await scene.call(`DELETE ${path}`);
  });

  test('new credentials end the plans for the ones before', async () => {
    const scene = await createScene(server);
    let renewals = 0;
    server.provider.answer = ({ path }) => {
      if (path.endsWith('/refresh_token/')) renewals += 1;
      return { body: { code: 0, data: account } };
    };
    const id = await aVerified(scene, 'tiktok_business');
    await scene.call(`PATCH /channels/${id}`, { credentials: { accessToken: 'newer' } });
    await drainProviders(server);
    expect(renewals).toBe(0);
    await scene.call(`DELETE /channels/${id}`);
  });
});
