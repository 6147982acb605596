import type { Channel } from '@parley/contract/schemas';
import { describe, expect, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import {
  appSecrets,
  createLine,
  postHook,
  signed,
  startReceiving,
  verifyToken,
} from '../../test/receiving-scene.ts';
import { createScene, drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { batched, messageBody, messagesOfEveryType } from '../../test/whatsapp-bodies.ts';
import { jobsTable } from '../jobs/table.ts';
import { inboundBatchesTable } from './table.ts';

const { message: plainText } = messagesOfEveryType['text'] ?? {};

describe.each(targets)('webhooks of providers on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target));

  const handshake = async (path: string, query: Record<string, string>) => {
    const answer = await fetch(`${server.baseUrl}/hooks/${path}?${new URLSearchParams(query)}`);
    return [answer.status, await answer.text()];
  };
  const asked = {
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': '1158',
  };

  test('the handshake answers the challenge to the right token alone', async () => {
    const { channel } = await createLine(server);
    expect(await handshake('whatsapp', asked)).toEqual([200, '1158']);
    expect(await handshake(`whatsapp/${channel.id}`, asked)).toEqual([200, '1158']);
    expect(await handshake('instagram', asked)).toEqual([200, '1158']);
    const refused = [
      ['whatsapp', { ...asked, 'hub.verify_token': 'wrong' }],
      ['whatsapp', { ...asked, 'hub.mode': 'unsubscribe' }],
      ['whatsapp', { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken }],
      // No token is configured for it.
      ['tiktok', { ...asked, 'hub.verify_token': '' }],
      [`instagram/${channel.id}`, asked],
      ['whatsapp/chn_01ARYZ6S410000000000000000', asked],
      ['telegram', asked],
    ] as const;
    for (const [path, query] of refused) expect((await handshake(path, query))[0], path).toBe(403);
  });

  test.each(['app', 'channel'] as const)(
    'the receiver of the %s accepts signatures of the current and the previous secret',
    async (form) => {
      const line = await createLine(server);
      for (const secret of [appSecrets.present, appSecrets.previous]) {
        const body = messageBody(line.externalId, { from: '5511987654321' }, { ...plainText });
        expect((await line.deliver(body, { form, secret })).status).toBe(200);
      }
      await drain(server);
      expect(await line.messages()).toHaveLength(2);
    },
  );

  test('a body that is not signed, or signed otherwise, leaves no trace', async () => {
    const line = await createLine(server);
    const body = messageBody(line.externalId, { from: '5511987654321' }, { ...plainText });
    const signature = signed('whatsapp', JSON.stringify(body), appSecrets.present);
    const [hex = ''] = Object.values(signature);
    const refused: Record<string, string>[] = [
      {},
      signed('whatsapp', JSON.stringify(body), 'another secret'),
      signed('whatsapp', `${JSON.stringify(body)} `, appSecrets.present),
      signed('tiktok', JSON.stringify(body), appSecrets.present),
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': hex.slice(0, -2) },
      { 'x-hub-signature-256': hex.replace('sha256=', '') },
      { 'x-hub-signature': hex },
    ];
    for (const headers of refused) {
      for (const path of ['whatsapp', `whatsapp/${line.channel.id}`]) {
        const hook = { type: 'whatsapp', body, secret: '', headers } as const;
        const answer = await postHook(server, path, hook);
        expect([answer.status, headers]).toEqual([401, headers]);
        expect((await answer.json()).error).toMatchObject({
          message: expect.stringMatching(
            /^The signature of this webhook is missing, wrong or too old\./,
          ),
          details: { reason: 'signature' },
        });
      }
    }
    expect(await line.ctx.db.select(inboundBatchesTable)).toEqual([]);
    expect(await line.ctx.db.select(jobsTable)).toEqual([]);
  });

  test('a TikTok signature holds for five minutes', async () => {
    const line = await createLine(server, 'tiktok', `open-id-${target}`);
    const body = JSON.stringify({ event: 'im_mark_read_msg', user_openid: line.externalId });
    const status = async (ago: number) => {
      const headers = signed('tiktok', body, appSecrets.present, Date.now() - ago);
      const hook = { type: 'tiktok', body, secret: '', headers } as const;
      return (await postHook(server, 'tiktok', hook)).status;
    };
    expect([await status(0), await status(240_000), await status(-240_000)]).toEqual([
      200, 200, 200,
    ]);
    expect([await status(360_000), await status(-360_000)]).toEqual([401, 401]);
  });

  test('the signature is that of the bytes, whatever they spell', async () => {
    const line = await createLine(server);
    const body = messageBody(line.externalId, { from: '5511987654321' }, { ...plainText });
    const escaped = JSON.stringify(body, null, 2)
      .replaceAll('/', '\\/')
      .replace('👋', '\\ud83d\\udc4b');
    expect((await line.deliver(escaped)).status).toBe(200);
    await drain(server);
    expect(await line.messages()).toMatchObject([{ text: 'Olá 👋 \\ "there"' }]);
  });

  test('a body is stored before it is acknowledged, and the same bytes once', async () => {
    const line = await createLine(server);
    const body = messageBody(line.externalId, { from: '5511987654321' }, { ...plainText });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => line.deliver(body, { form: n % 2 ? 'app' : 'channel' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await line.ctx.db.select(inboundBatchesTable)).toMatchObject([
      { channel_id: line.channel.id, body: expect.stringContaining(line.externalId) },
    ]);
    expect(await line.ctx.db.select(jobsTable)).toHaveLength(1);
    await drain(server);
    // The content of messages is not stored twice.
    expect(await line.ctx.db.select(inboundBatchesTable)).toMatchObject([{ body: null }]);
    expect((await line.deliver(body)).status).toBe(200);
    await drain(server);
    expect(await line.messages()).toHaveLength(1);
  });

  test('a webhook for channels of nobody is acknowledged, and not stored', async () => {
    const line = await createLine(server);
    const stranger = messageBody('999', { from: '5511987654321' }, { ...plainText });
    for (const body of [stranger, { object: 'page', entry: [{ id: '1' }] }, {}, [], 'null']) {
      expect((await line.deliver(body)).status, JSON.stringify(body)).toBe(200);
    }
    expect((await line.deliver('{')).status).toBe(400);
    expect((await line.deliver('['.repeat(100_000))).status).toBe(400);
    expect(await line.ctx.db.select(inboundBatchesTable)).toEqual([]);
  });

  test('a body above 3 MB is refused', async () => {
    const line = await createLine(server);
    const body = messageBody(line.externalId, { from: '5511987654321' }, { ...plainText });
    const text = JSON.stringify(body);
    const long = (bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text));
    expect((await line.deliver(long(3 * 1_048_576))).status).toBe(200);
    expect((await line.deliver(long(3 * 1_048_576 + 1))).status).toBe(413);
  });

  test('an account belongs to one channel of the installation, and its webhooks reach no other', async () => {
    const [one, other] = [await createLine(server), await createLine(server)];
    const claim = server.deps.database
      .writer('channels')
      .where({ id: other.channel.id })
      .update({ external_id: one.externalId });
    await expect(claim).rejects.toThrow(/unique/i);
    const body = messageBody(one.externalId, { from: '5511987654321' }, { ...plainText });
    expect((await one.deliver(body)).status).toBe(200);
    expect((await other.deliver(body, { form: 'channel' })).status).toBe(200);
    await drain(server);
    expect(await one.messages()).toHaveLength(1);
    expect(await other.messages()).toEqual([]);
  });

  test('the URL of a channel ignores items of other channels, and each channel stores only its own', async () => {
    const [one, other] = [await createLine(server), await createLine(server)];
    const bodies = [one, other].map(({ externalId }) =>
      messageBody(externalId, { from: '5511987654321' }, { ...plainText }),
    );
    const entry = bodies.flatMap((body) => body['entry']);
    const body = { object: 'whatsapp_business_account', entry };
    expect((await one.deliver(body, { form: 'channel' })).status).toBe(200);
    await drain(server);
    expect([await one.messages(), await other.messages()]).toMatchObject([[{}], []]);
    expect((await one.deliver(body)).status).toBe(200);
    await drain(server);
    expect([await one.messages(), await other.messages()]).toMatchObject([[{}], [{}]]);
    const [stored] = await other.ctx.db.select(inboundBatchesTable);
    expect(JSON.stringify(stored)).not.toContain(one.externalId);
  });

  test('the log names up to five accounts of a webhook that no channel has, and a webhook without any', async () => {
    const info = vi.spyOn(server.deps.log, 'info');
    try {
      const ids = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `unknown-${name}`);
      const entry = ids.map((id) => ({ id, messaging: [] }));
      const post = async (body: object) =>
        await postHook(server, 'instagram', {
          type: 'instagram',
          body,
          secret: appSecrets.present,
        });
      await post({ object: 'instagram', entry });
      await post({ object: 'page' });
      const facts = info.mock.calls.map(([logged]) => logged);
      expect(facts).toEqual([
        { type: 'instagram', parts: 6, left: 6, accounts: ids.slice(0, 5) },
        { type: 'instagram', parts: 0, left: 0, accounts: [] },
      ]);
    } finally {
      info.mockRestore();
    }
  });

  test('the secret of a channel admits to its receiver alone, from before it is verified', async () => {
    const line = await createLine(server);
    const phoneNumberId = `99${line.externalId}`;
    const { json: channel } = await line.call<Channel>('POST /channels', {
      name: 'Own app',
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      config: { phoneNumberId, wabaId: '1' },
      credentials: { accessToken: 'token', appSecret: 'own-secret', verifyToken: 'own-token' },
    });
    const path = `whatsapp/${channel.id}`;
    const own = { ...asked, 'hub.verify_token': 'own-token' };
    expect([await handshake(path, own), await handshake('whatsapp', own)]).toMatchObject([
      [200, '1158'],
      [403, expect.any(String)],
    ]);
    expect((await handshake(path, asked))[0]).toBe(403);
    const deliver = async (at: string, secret: string, externalId = phoneNumberId) => {
      const body = messageBody(externalId, { from: '5511987654321' }, { ...plainText });
      return (await postHook(server, at, { type: 'whatsapp', body, secret })).status;
    };
    expect(await deliver(path, 'own-secret')).toBe(200);
    // For a channel with another secret, and for one that is not verified.
    expect(await deliver(path, 'own-secret', line.externalId)).toBe(200);
    expect(await deliver('whatsapp', appSecrets.present)).toBe(200);
    expect(await deliver(path, appSecrets.present)).toBe(401);
    expect(await deliver('whatsapp', 'own-secret')).toBe(401);
    expect(await deliver(`whatsapp/${line.channel.id}`, 'own-secret')).toBe(401);
    await line.call(`PATCH /channels/${channel.id}`, { credentials: { appSecret: 'next-secret' } });
    expect(await deliver(path, 'own-secret')).toBe(200);
    expect(await deliver(path, 'next-secret')).toBe(200);
    await drain(server);
    const messages = await line.messages();
    expect(messages.map(({ channelId }) => channelId)).toEqual(Array(3).fill(channel.id));
  });

  test('a webhook that names only the business account reaches all of its channels', async () => {
    const [one, other, stranger] = [
      await createLine(server),
      await createLine(server),
      await createLine(server),
    ];
    const config = JSON.stringify({ wabaId: one.accountId });
    const update = { config };
    await server.deps.database.writer('channels').where({ id: other.channel.id }).update(update);
    const changes = [{ field: 'message_template_status_update', value: { event: 'APPROVED' } }];
    const entry = [{ id: one.accountId, changes }];
    const body = { object: 'whatsapp_business_account', entry };
    expect((await stranger.deliver(body, { form: 'channel' })).status).toBe(200);
    await one.take(body);
    for (const line of [one, other]) {
      expect(await line.failures()).toMatchObject([{ reason: 'template without a name' }]);
    }
    expect(await stranger.failures()).toEqual([]);
  });

  test('one body for the account and for people of every lane is stored whole', async () => {
    const line = await createLine(server);
    const bodies = Array.from({ length: 40 }, (_, n) =>
      messageBody(
        line.externalId,
        { from: `49151000${String(n).padStart(4, '0')}` },
        { ...plainText },
      ),
    );
    const change = { field: 'account_review_update', value: { decision: 'APPROVED' } };
    const ofAccount = { entry: [{ id: line.accountId, changes: [change] }] };
    await line.take(batched([...bodies, ofAccount]));
    expect(await line.messages()).toHaveLength(40);
    expect(await line.failures()).toMatchObject([{ reason: 'account_review_update' }]);
  });

  test('a sandbox channel and a deleted channel receive no webhook', async () => {
    const sandbox = await createScene(server, { externalId: `sandbox-${target}` });
    const line = await createLine(server);
    await line.call(`DELETE /channels/${line.channel.id}`);
    for (const externalId of [`sandbox-${target}`, line.externalId]) {
      const body = messageBody(externalId, { from: '5511987654321' }, { ...plainText });
      expect((await line.deliver(body)).status).toBe(200);
      expect((await line.deliver(body, { form: 'channel' })).status).toBe(401);
    }
    for (const { ctx } of [sandbox, line]) {
      expect(await ctx.db.select(inboundBatchesTable)).toEqual([]);
    }
  });

  test('answers 503 while the database is not available, so that the provider tries again', async () => {
    const line = await createLine(server);
    const body = messageBody(line.externalId, { from: '5511987654321' }, { ...plainText });
    const run = server.deps.system.run;
    server.deps.system.run = async () => {
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    };
    try {
      expect((await line.deliver(body)).status).toBe(503);
    } finally {
      server.deps.system.run = run;
    }
    expect((await line.deliver(body)).status).toBe(200);
  });
});
