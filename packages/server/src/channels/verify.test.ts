import type { Channel } from '@parley/contract/schemas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  accessToken,
  type ChannelServer,
  connections,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import type { FakeAnswer, FakeRequest } from '../../test/fake-provider.ts';
import { createScene, type Scene } from '../../test/scene.ts';
import { findChannelsOfAccounts } from '../receivers/statements/find-receiving-channels.ts';
import { createSealer } from '../sealing.ts';
import { openSecrets, secretsPlace } from './secrets.ts';
import { channelSecretsTable } from './table.ts';

type Provider = keyof typeof connections;

const { phoneNumberId } = connections.whatsapp_cloud.config;
const { businessId } = connections.tiktok_business.config;
const right: Record<Provider, (request: FakeRequest) => FakeAnswer> = {
  whatsapp_cloud: ({ method, path }) => {
    if (path.endsWith('/phone_numbers')) return { body: { data: [{ id: phoneNumberId }] } };
    if (path.endsWith('/subscribed_apps')) return { body: { success: method === 'POST' } };
    if (path.endsWith('/debug_token')) return { body: { data: { expires_at: 1_800_000_000 } } };
    return {
      body: {
        id: phoneNumberId,
        display_phone_number: '+55 11 4002-8922',
        verified_name: 'Shop',
        quality_rating: 'GREEN',
        status: 'CONNECTED',
      },
    };
  },
  instagram_graph: ({ path }) =>
    path.endsWith('/subscribed_apps')
      ? { body: { success: true } }
      : { body: { id: '77', user_id: '17841400000000009', username: 'shop' } },
  tiktok_business: () => ({
    body: { code: 0, data: { username: 'shop', open_id: businessId } },
  }),
};

describe.each(targets)('verifying channels on %s', (target) => {
  let server: ChannelServer;
  beforeAll(async () => {
    server = await startWithProvider(target);
  });
  beforeEach(() => {
    server.provider.requests = [];
  });
  afterAll(() => server.close());

  async function aRealChannel(scene: Scene, provider: Provider): Promise<string> {
    const credentials = {
      accessToken,
      ...(provider === 'tiktok_business' && {
        refreshToken: 'refresh',
        appId: 'a',
        appSecret: 's',
      }),
    };
    const body = { name: 'Real', provider, ...connections[provider], credentials };
    return (await scene.call<Channel>('POST /channels', body)).json.id;
  }

  test.each([
    ['whatsapp_cloud', phoneNumberId, '+55 11 4002-8922', '2027-01-15T08:00:00.000Z'],
    ['instagram_graph', '17841400000000009', '@shop', null],
    ['tiktok_business', 'biz+1/a==', '@shop', null],
  ] as const)(
    '%s: a right account makes the channel active',
    async (provider, externalId, address, expiresAt) => {
      const scene = await createScene(server);
      server.provider.answer = right[provider];
      const id = await aRealChannel(scene, provider);
      const { status, json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        status: 'active',
        statusReason: null,
        externalId,
        address,
        credentials: { accessToken: true, expiresAt },
      });
      expect(json.verification?.checks.map(({ ok }) => ok)).not.toContain(false);
      const shown = server.provider.requests.map(({ headers }) =>
        provider === 'tiktok_business' ? headers['access-token'] : headers['authorization'],
      );
      const wanted = provider === 'tiktok_business' ? accessToken : `Bearer ${accessToken}`;
      expect(new Set(shown)).toEqual(new Set([wanted]));
      // A deleted channel releases its account, so the next target can use it.
      await scene.call(`DELETE /channels/${id}`);
    },
  );

  test.each([
    ['on the second page', { after: 'B', next: 'https://graph.example/B' }, true],
    ['after the last page', { after: 'B' }, false],
    ['after a page without a cursor', { next: 'https://graph.example/B' }, false],
  ])('finds a phone number of an account with many numbers: %s', async (_, next, isFound) => {
    const scene = await createScene(server);
    const { after, next: url } = next as { after?: string; next?: string };
    const others = Array.from({ length: 100 }, (_, n) => ({ id: String(5_000 + n) }));
    const paging = { cursors: { before: 'A', ...(after && { after }) }, ...(url && { next: url }) };
    server.provider.answer = (request) => {
      if (!request.path.endsWith('/phone_numbers')) return right.whatsapp_cloud(request);
      const isSecond = request.query.get('after') === 'B';
      return { body: isSecond ? { data: [{ id: phoneNumberId }] } : { data: others, paging } };
    };
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    const check = json.verification?.checks.find(({ name }) => name === 'business_account');
    expect([check?.ok, json.status === 'active']).toEqual([isFound, isFound]);
    await scene.call(`DELETE /channels/${id}`);
  });

  test('stops reading the phone numbers of an account whose pages do not end', async () => {
    const scene = await createScene(server);
    server.provider.answer = (request) => {
      if (!request.path.endsWith('/phone_numbers')) return right.whatsapp_cloud(request);
      const paging = { cursors: { after: 'B' }, next: 'https://graph.example/B' };
      return { body: { data: [{ id: '1' }], paging } };
    };
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    const check = json.verification?.checks.find(({ name }) => name === 'business_account');
    expect(check).toMatchObject({
      ok: false,
      detail: expect.stringContaining('first 5000 numbers'),
    });
  });

  test.each([
    [
      'the token is refused',
      /^\/v25.0\/\d+$/,
      { error: { code: 190, message: 'Expired' } },
      'token',
    ],
    ['the number is not registered', /^\/v25.0\/\d+$/, { status: 'PENDING' }, 'phone_number'],
    [
      'Meta blocks the number',
      /^\/v25.0\/\d+$/,
      {
        status: 'CONNECTED',
        health_status: {
          can_send_message: 'BLOCKED',
          entities: [
            { can_send_message: 'AVAILABLE' },
            { errors: [{ error_code: 141_006, possible_solution: 'Add a payment method.' }] },
          ],
        },
      },
      'health',
    ],
    ['the account has other numbers', /phone_numbers$/, { data: [] }, 'business_account'],
    [
      'the webhook cannot be subscribed',
      /subscribed_apps$/,
      { error: { code: 200, message: 'No permission' } },
      'webhook_subscription',
    ],
  ])('WhatsApp: when %s, the check says how to fix it', async (_title, path, body, name) => {
    const scene = await createScene(server);
    server.provider.answer = (request) => {
      if (!path.test(request.path)) return right.whatsapp_cloud(request);
      return { status: 'error' in body ? 400 : 200, body };
    };
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    expect(json).toMatchObject({
      status: 'error',
      statusReason: 'verification_failed',
      externalId: null,
    });
    const wrong = json.verification?.checks.filter(({ ok }) => !ok);
    expect(wrong).toMatchObject([{ name, fix: expect.stringMatching(/\S/) }]);
  });

  test.each(['FLAGGED', 'RESTRICTED'])(
    'WhatsApp: a number with the status %s stays active, and its rating needs no limit',
    async (status) => {
      const scene = await createScene(server);
      const limited = { verified_name: 'Shop', quality_rating: 'RED', status };
      server.provider.answer = (request) =>
        /^\/v25.0\/\d+$/.test(request.path) ? { body: limited } : right.whatsapp_cloud(request);
      const id = await aRealChannel(scene, 'whatsapp_cloud');
      const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
      expect(json).toMatchObject({
        status: 'active',
        quality: { rating: 'red', messagingLimit: null },
      });
      expect(json.verification?.checks).toContainEqual(
        expect.objectContaining({
          name: 'phone_number',
          ok: true,
          detail: `Shop: status ${status}, quality RED.`,
        }),
      );
      await scene.call(`DELETE /channels/${id}`);
    },
  );

  test('Instagram: the id of the account is `user_id`, not `id`', async () => {
    const scene = await createScene(server);
    server.provider.answer = (request) =>
      request.path.endsWith('/me')
        ? { body: { id: '17841400000000009', user_id: '99', username: 'shop' } }
        : right.instagram_graph(request);
    const id = await aRealChannel(scene, 'instagram_graph');
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    expect(json.verification?.checks.find(({ ok }) => !ok)).toMatchObject({ name: 'account' });
  });

  test('WhatsApp: names the permissions that the token lacks, when the app is known', async () => {
    const scene = await createScene(server);
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    await scene.call(`PATCH /channels/${id}`, { credentials: { appId: '12', appSecret: 's' } });
    const lacking = { is_valid: true, expires_at: 0, scopes: ['whatsapp_business_messaging'] };
    server.provider.answer = (request) =>
      request.path.endsWith('/debug_token')
        ? { body: { data: lacking } }
        : right.whatsapp_cloud(request);
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    const failed = json.verification?.checks.filter(({ ok }) => !ok);
    expect(failed).toMatchObject([
      { name: 'permissions', detail: 'The token lacks whatsapp_business_management.' },
    ]);
    const asked = server.provider.requests.find(({ path }) => path.endsWith('/debug_token'));
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      input_token: accessToken,
      access_token: '12|s',
    });
  });

  test('TikTok: names a token of another account, and a token that cannot be renewed', async () => {
    const scene = await createScene(server);
    const failedOf = async (id: string) => {
      const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
      expect(json).toMatchObject({ status: 'error', externalId: null });
      return json.verification?.checks.filter(({ ok }) => !ok).map(({ name }) => name);
    };
    server.provider.answer = () => ({ body: { code: 0, data: { open_id: 'another' } } });
    expect(await failedOf(await aRealChannel(scene, 'tiktok_business'))).toEqual(['account']);
    server.provider.answer = right.tiktok_business;
    const credentials = { accessToken };
    const body = { name: 'Real', provider: 'tiktok_business', ...connections.tiktok_business };
    const made = await scene.call<Channel>('POST /channels', { ...body, credentials });
    expect(await failedOf(made.json.id)).toEqual(['renewal']);
  });

  test.each([
    ['is down', { status: 503, body: 'later' }],
    ['breaks off', 'break' as const],
  ])('answers 502 and changes nothing when the provider %s', async (_title, answer) => {
    const scene = await createScene(server);
    server.provider.answer = () => answer;
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    const { status, json } = await scene.call(`POST /channels/${id}/verify`);
    expect(status).toBe(502);
    expect(json).toMatchObject({
      error: { code: 'SVC-PROVIDER-ERROR', details: { retryable: true, reason: 'unavailable' } },
    });
    expect((await scene.call(`GET /channels/${id}`)).json).toMatchObject({
      status: 'pending',
      verification: null,
    });
  });

  test('one account is claimed by one channel of the installation, and a deletion gives it free', async () => {
    const [scene, other] = [await createScene(server), await createScene(server)];
    server.provider.answer = right.whatsapp_cloud;
    const first = await aRealChannel(scene, 'whatsapp_cloud');
    const second = await aRealChannel(other, 'whatsapp_cloud');
    expect((await scene.call(`POST /channels/${first}/verify`)).status).toBe(200);
    const refused = await other.call(`POST /channels/${second}/verify`);
    expect(refused).toMatchObject({
      status: 409,
      json: {
        error: {
          code: 'SVC-CONFLICT',
          details: { resource: 'channel', field: 'externalId', existingId: null },
        },
      },
    });
    expect((await other.call(`GET /channels/${second}`)).json).toMatchObject({ status: 'pending' });
    await scene.call(`DELETE /channels/${first}`);
    expect((await other.call(`POST /channels/${second}/verify`)).status).toBe(200);
    await other.call(`DELETE /channels/${second}`);
  });

  test('an answer about credentials that were replaced meanwhile changes nothing', async () => {
    const scene = await createScene(server);
    const id = await aRealChannel(scene, 'tiktok_business');
    server.provider.answer = async () => {
      await scene.call(`PATCH /channels/${id}`, { credentials: { accessToken: 'newer' } });
      return { body: { code: 40105, message: 'Expired' } };
    };
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    expect(json).toMatchObject({ status: 'pending', verification: null });
  });

  test('an answer about another account than the channel now has changes nothing', async () => {
    const scene = await createScene(server);
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    const config = { phoneNumberId: '999999999999999' };
    server.provider.answer = async (request) => {
      await scene.call(`PATCH /channels/${id}`, { config });
      return right.whatsapp_cloud(request);
    };
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    expect(json).toMatchObject({ status: 'pending', externalId: null, verification: null, config });
  });

  test('webhooks of another business account reach a channel only after its verification', async () => {
    const scene = await createScene(server);
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    server.provider.answer = right.whatsapp_cloud;
    await scene.call(`POST /channels/${id}/verify`);
    const found = (wabaId: string) => server.deps.system.run(findChannelsOfAccounts, [wabaId]);
    const { config } = (await scene.call<Channel>(`GET /channels/${id}`)).json;
    expect(await found(config?.wabaId ?? '')).toHaveLength(1);
    await scene.call(`PATCH /channels/${id}`, { config: { wabaId: '999999999999999' } });
    expect(await found('999999999999999')).toEqual([]);
    await scene.call(`DELETE /channels/${id}`);
  });

  test('credentials that cannot be decrypted are replaced only all together', async () => {
    const scene = await createScene(server);
    const id = await aRealChannel(scene, 'tiktok_business');
    const lostKey = createSealer([{ id: 'lost', bytes: new Uint8Array(32) }]);
    const sealed = lostKey.seal('{"accessToken":"old"}', secretsPlace(scene.ctx, id));
    await scene.ctx.db.update(channelSecretsTable, { channel_id: id }, { sealed });
    const patch = async (credentials: object) =>
      (await scene.call(`PATCH /channels/${id}`, { credentials })).status;
    const some = { accessToken: 'newer', refreshToken: 'refresh', appSecret: 's' };
    expect(await patch(some)).toBe(500);
    expect(await patch({ ...some, appId: 'a' })).toBe(200);
    expect(await patch({ appId: 'b' })).toBe(200);
    const { secrets } = await openSecrets(scene.ctx, server.deps.secrets, id);
    expect(secrets).toEqual({ ...some, appId: 'b' });
    server.provider.answer = right.tiktok_business;
    expect((await scene.call(`POST /channels/${id}/verify`)).json).toMatchObject({
      status: 'active',
    });
    await scene.call(`DELETE /channels/${id}`);
  });

  test('credentials are sealed in the database, go with the channel, and keep the app secret before', async () => {
    const scene = await createScene(server);
    const id = await aRealChannel(scene, 'whatsapp_cloud');
    for (const appSecret of ['app-1', 'app-2', 'app-2']) {
      await scene.call(`PATCH /channels/${id}`, { credentials: { appSecret } });
    }
    const rows = await scene.ctx.db.select(channelSecretsTable);
    expect(rows).toMatchObject([{ channel_id: id, version: 4 }]);
    expect(JSON.stringify(rows)).not.toContain(accessToken);
    const { secrets } = await openSecrets(scene.ctx, server.deps.secrets, id);
    expect(secrets).toEqual({ accessToken, appSecret: 'app-2', previousAppSecret: 'app-1' });
    await scene.call(`DELETE /channels/${id}`);
    expect(await scene.ctx.db.select(channelSecretsTable)).toEqual([]);
  });
});
