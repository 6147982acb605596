import type { Channel, CreateChannelBody } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { refused } from './client.ts';
import { aChannel, aMessage, anInbound, aPhone, createScene, unique } from './scene.ts';
import type { Targets } from './target.ts';

const secrets = ['token-1-secret', 'app-1-secret', 'verify-1-secret', 'token-2-secret'] as const;
const [accessToken, appSecret, verifyToken, otherToken] = secrets;

function aConnection(): Partial<CreateChannelBody> {
  const phoneNumberId = `1065${unique('').replace(/\D/g, '').padStart(8, '0')}`;
  return { provider: 'whatsapp_cloud', config: { phoneNumberId, wabaId: '102290129340398' } };
}

/** Tests channels of real providers, as far as no provider is called. */
export function describeChannelConnections({ paused: target }: Targets): void {
  describe('connections of channels', () => {
    test('a channel of a real provider waits for its verification, and sends nothing until then', async () => {
      const scene = await createScene(target());
      const channel = await aChannel(scene, aConnection());
      expect(channel).toMatchObject({
        provider: 'whatsapp_cloud',
        status: 'pending',
        statusReason: null,
        externalId: null,
        config: { wabaId: '102290129340398', apiVersion: null, igUserId: null, businessId: null },
        credentials: { accessToken: false, updatedAt: null },
        verification: null,
      });
      const { details } = await refused(
        aMessage(scene, { channelId: channel.id }),
        'SVC-CHANNEL-UNAVAILABLE',
      );
      expect(details).toEqual({ channelId: channel.id, status: 'pending', reason: null });
    });

    test('responses and events name the stored credentials, but never contain them', async () => {
      const scene = await createScene(target());
      const credentials = { accessToken, appSecret };
      const channel = await aChannel(scene, { ...aConnection(), credentials });
      const { createdAt } = channel;
      const none = { refreshToken: false, appId: false, expiresAt: null, refreshable: false };
      expect(channel.credentials).toEqual({
        accessToken: true,
        appSecret: true,
        verifyToken: false,
        updatedAt: createdAt,
        ...none,
      });
      const params = { id: channel.id };
      const changed = await scene.api.channels.update({
        params,
        body: { credentials: { accessToken: otherToken, verifyToken } },
      });
      expect(changed.credentials).toMatchObject({ appSecret: true, verifyToken: true });
      const shown = [
        channel,
        changed,
        await scene.api.channels.get({ params }),
        await scene.api.channels.list(),
        await scene.api.events.list({ query: { limit: 100 } }),
      ];
      for (const secret of secrets) expect(JSON.stringify(shown)).not.toContain(secret);
    });

    test('without an access token, verifying says what to do and calls no provider', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene, aConnection());
      for (const action of ['verify', 'enable'] as const) {
        const channel = await scene.api.channels[action]({ params: { id } });
        expect(channel).toMatchObject({
          status: 'error',
          statusReason: 'verification_failed',
          externalId: null,
          verification: { checks: [{ name: 'credentials', ok: false, fix: expect.any(String) }] },
        });
      }
      const disabled = await scene.api.channels.disable({ params: { id } });
      const verified = await scene.api.channels.verify({ params: { id } });
      expect(verified).toMatchObject({ status: disabled.status, statusReason: 'manual' });
    });

    test('new credentials or another account make a channel pending; other changes do not', async () => {
      const scene = await createScene(target());
      const { id, config } = await aChannel(scene, aConnection());
      await scene.api.channels.verify({ params: { id } });
      const update = (body: object): Promise<Channel> =>
        scene.api.channels.update({ params: { id }, body });
      expect(await update({ name: 'Changed' })).toMatchObject({ status: 'error' });
      const same = { phoneNumberId: config?.phoneNumberId as string };
      expect(await update({ config: same })).toMatchObject({ status: 'error' });
      const pending = { status: 'pending', statusReason: null, verification: null };
      expect(await update({ credentials: { appSecret } })).toMatchObject(pending);
      await scene.api.channels.verify({ params: { id } });
      expect(await update({ config: { apiVersion: 'v26.0' } })).toMatchObject({
        ...pending,
        config: { ...config, apiVersion: 'v26.0' },
      });
      expect((await update({ config: { apiVersion: null } })).config).toEqual(config);
      await scene.api.channels.disable({ params: { id } });
      expect(await update({ credentials: { appSecret } })).toMatchObject({ status: 'disabled' });
    });

    test('only channels of the sandbox simulate messages and status reports', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene, aConnection());
      const { channels } = scene.api;
      const params = { id };
      const text = { type: 'text', from: aPhone(), text: 'Hello' } as const;
      const report = { messageId: `msg_${'0'.repeat(26)}`, status: 'read' } as const;
      const isRefused = { rule: 'sandbox_only', field: 'id' };
      for (const request of [
        channels.simulateInbound({ params, body: text }),
        channels.simulateStatus({ params, body: report }),
      ]) {
        await refused(request, 'SVC-RULE-VIOLATION', isRefused);
      }
      expect((await scene.api.contacts.list()).data).toEqual([]);
    });

    test('the sandbox needs no verification', async () => {
      const scene = await createScene(target());
      const { id } = await aChannel(scene);
      const verified = await scene.api.channels.verify({ params: { id } });
      expect(verified).toMatchObject({ status: 'active', verification: null, credentials: null });
      const message = await anInbound(scene, id);
      expect(message.status).toBe('received');
    });
  });
}
