import { dayMs } from '@parley/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accessToken,
  type ConnectedScene,
  connectedScene,
  connections,
  drainProviders,
  startWithProvider,
} from '../../../test/channel-scene.ts';
import { forgetJobs } from '../../../test/scene.ts';
import { serverOfTests } from '../../../test/server-of-tests.ts';
import { storedFile } from '../../../test/stored-file.ts';

const { businessId } = connections.tiktok_business.config;
const png = '\x89PNG\r\n\x1a\n\0';

describe('TikTok', () => {
  const server = serverOfTests(() => startWithProvider('SQLite'));
  let scene: ConnectedScene;
  beforeEach(async () => {
    scene = await connectedScene(server, 'tiktok_business');
    server.provider.requests = [];
    let sent = 0;
    server.provider.answer = ({ path }) => {
      sent += 1;
      const message = { message_id: `tt.${scene.channel.id}.${sent}` };
      const data = path.endsWith('/upload/') ? { media_id: 'media-1' } : { message };
      return { body: { code: 0, message: 'OK', data } };
    };
  });
  afterEach(() => forgetJobs(server));

  /** Gives a channel the ID of its app. It stays active, without asking the provider. */
  async function setApp({ call, channel: { id } }: ConnectedScene, appId: string) {
    await call(`PATCH /channels/${id}`, {
      credentials: { appId, appSecret: `secret-${appId}` },
    });
    await server.deps.database.writer('channels').where({ id }).update({ status: 'active' });
  }

  test('sends a text with the token of the channel, and keeps the id of the provider', async () => {
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    expect(message).toMatchObject({ status: 'sent', externalId: `tt.${scene.channel.id}.1` });
    await scene.deliver({ type: 'text', text: 'And', replyToMessageId: message.id });
    // TikTok accepts few messages per second, so the second one waits for the pace of the channel.
    const requests = async () => {
      await drainProviders(server);
      return server.provider.requests.length;
    };
    await expect.poll(requests).toBe(2);
    const body = {
      business_id: businessId,
      recipient_type: 'CONVERSATION',
      recipient: 'c+1',
      message_type: 'TEXT',
    };
    expect(server.provider.requests).toMatchObject([
      {
        method: 'POST',
        path: '/open_api/v1.3/business/message/send/',
        headers: { 'access-token': accessToken },
        body: { ...body, text: { body: 'Hi' } },
      },
      {
        body: {
          ...body,
          text: { body: 'And' },
          referenced_message_info: { referenced_message_id: message.externalId },
        },
      },
    ]);
  });

  test.each([
    ['QA_BUTTON_CARD', 'y'.repeat(20)],
    ['QA_LINK_CARD', '🙂'.repeat(21)],
    ['QA_LINK_CARD', 'y'.repeat(40)],
  ])('sends buttons as a %s when a title is %s', async (type, title) => {
    const interactive = { kind: 'buttons', text: 'Shall we?', buttons: [{ id: 'y', title }] };
    await scene.deliver({ type: 'interactive', interactive });
    expect(server.provider.requests[0]?.body).toMatchObject({
      message_type: 'TEMPLATE',
      template: { type, title: 'Shall we?', buttons: [{ type: 'REPLY', title, id: 'y' }] },
    });
  });

  test('an image is refused where TikTok delivers none', async () => {
    const { answer } = server.provider;
    server.provider.answer = (request) => {
      if (request.method !== 'GET') return answer(request);
      const infos = [{ capability_type: 'IMAGE_SEND', capability_result: false }];
      return { body: { code: 0, message: 'OK', data: { capability_infos: infos } } };
    };
    const { id } = await storedFile(server, scene.ctx, png);
    const message = await scene.deliver({ type: 'image', media: { id } });
    expect(message).toMatchObject({ status: 'failed', error: { code: 'SVC-CONTENT-UNSUPPORTED' } });
    const [upload, asked, ...others] = server.provider.requests;
    expect(upload?.path).toBe('/open_api/v1.3/business/message/media/upload/');
    expect(upload?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=\S+$/);
    expect(upload?.body).toContain(`name="business_id"\r\n\r\n${businessId}\r\n`);
    expect(upload?.body).toContain('filename="file.png"\r\nContent-Type: image/png\r\n\r\n');
    expect(upload?.body).toContain(png);
    expect(asked?.path).toBe('/open_api/v1.3/business/message/capabilities/get/');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      business_id: businessId,
      conversation_id: 'c+1',
      conversation_type: 'SINGLE',
      capability_types: '["IMAGE_SEND"]',
    });
    expect(others).toEqual([]);
  });

  test('an image is uploaded once, and TikTok is asked once whether its customer can get images', async () => {
    const { id } = await storedFile(server, scene.ctx, png);
    for (const image of Array(2).fill({ type: 'image', media: { id } })) {
      const message = await scene.deliver(image);
      const state = async () => {
        await drainProviders(server);
        return await scene.message(message.id);
      };
      await expect.poll(state).toMatchObject({ status: 'sent', attempts: 1 });
    }
    const paths = server.provider.requests.map(({ path }) => path.split('/').at(-2));
    expect(paths).toEqual(['upload', 'get', 'send', 'send']);
  });

  test.each(['break' as const, { status: 502, body: '' }, { body: { code: 51065 } }])(
    'a message whose upload ends with %j is tried again: nothing was sent',
    async (answer) => {
      const { id } = await storedFile(server, scene.ctx, png);
      server.provider.answer = () => answer;
      const message = await scene.deliver({ type: 'image', media: { id } });
      expect(message).toMatchObject({ status: 'queued', attempts: 1 });
    },
  );

  test('a refusal of an upload ends the attempt and pauses the app, also when no turn is near', async () => {
    await setApp(scene, '78');
    const { id } = await storedFile(server, scene.ctx, png);
    const { writer } = server.deps.database;
    server.provider.answer = async () => {
      const next_at_us = 1_000 * (Date.now() + dayMs);
      await writer('further_throttles').update({ next_at_us });
      return { body: { code: 40100, message: 'Too many requests' } };
    };
    const message = await scene.deliver({ type: 'image', media: { id } });
    const state = async () => {
      await drainProviders(server);
      return await scene.message(message.id);
    };
    await expect.poll(state).toMatchObject({ status: 'queued', attempts: 1 });
    expect(server.provider.requests).toHaveLength(1);
    const { paused_until } = await writer('channels').where({ id: scene.channel.id }).first();
    expect(Number(paused_until)).toBeGreaterThan(Date.now() + 200_000);
    await writer('further_throttles').delete();
  });

  test.each([429, 503])('an unknown code with HTTP %i is tried again', async (status) => {
    server.provider.answer = () => ({ status, body: { code: 49999, message: 'Told', data: {} } });
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    expect(message).toMatchObject({ status: 'queued', attempts: 1 });
  });

  test.each([
    [40064, { code: 'SVC-WINDOW-CLOSED', reason: 'quota', providerCode: '40064' }],
    // A token that has expired, a missing one, and a wrong one.
    [40102, { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' }],
    [40104, { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' }],
    [40105, { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' }],
    [49999, { code: 'SVC-PROVIDER-ERROR', reason: 'rejected' }],
  ])('code %i with HTTP 200 is an error, and final', async (code, expected) => {
    server.provider.answer = () => ({ body: { code, message: 'Told', data: {} } });
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    expect(message).toMatchObject({ status: 'failed', error: expected });
  });

  test('channels of two tenants with one app take turns of one limit', async () => {
    const { reader, writer } = server.deps.database;
    const limits = async () => await reader('further_throttles').where('name', 'like', 'app %');
    await scene.deliver({ type: 'text', text: 'Hi' });
    expect(await limits()).toEqual([]);
    const other = await connectedScene(server, 'tiktok_business');
    for (const one of [scene, other]) {
      await setApp(one, '77');
      await one.deliver({ type: 'text', text: 'Hi' });
    }
    expect(await limits()).toMatchObject([
      { tenant_id: '', name: expect.not.stringMatching(/77$/) },
    ]);
    // A message whose turn of the app is far is not marked, so no crash makes its outcome unknown.
    await writer('further_throttles').update({ next_at_us: 1_000 * (Date.now() + 3_600_000) });
    const waiting = await other.deliver({ type: 'text', text: 'Later' });
    expect(waiting).toMatchObject({ status: 'queued', attempts: 0 });
    const jobs = await reader('jobs').where({ name: 'deliver-message' });
    expect(jobs).toMatchObject([{ status: 'ready', attempts: 0 }]);
    await writer('further_throttles').update({ next_at_us: 0 });
    await server.advance(10_000);
    await drainProviders(server);
    expect(await other.message(waiting.id)).toMatchObject({ status: 'sent' });
  });

  test('code 40100 pauses all channels of the app for 5 minutes, also in other workers', async () => {
    const { answer } = server.provider;
    const sameApp = await connectedScene(server, 'tiktok_business');
    const otherApp = await connectedScene(server, 'tiktok_business');
    await setApp(scene, '78');
    await setApp(sameApp, '78');
    await setApp(otherApp, '79');
    server.provider.answer = async () => {
      // Meanwhile another answer asks this channel, but not the app, for a longer pause.
      const paused_until = server.deps.now().getTime() + 15 * 60_000;
      const { id } = scene.channel;
      await server.deps.database.writer('channels').where({ id }).update({ paused_until });
      return { body: { code: 40100, message: 'Too many' } };
    };
    const limited = await scene.deliver({ type: 'text', text: 'Hi' });
    server.provider.answer = answer;
    const waiting = await sameApp.deliver({ type: 'text', text: 'Hi' });
    expect([limited, waiting]).toMatchObject([
      { status: 'queued', attempts: 1 },
      { status: 'queued', attempts: 0 },
    ]);
    expect(await otherApp.deliver({ type: 'text', text: 'Hi' })).toMatchObject({ status: 'sent' });
    await server.advance(6 * 60_000);
    const sent = async () => {
      await drainProviders(server);
      const messages = [await scene.message(limited.id), await sameApp.message(waiting.id)];
      return messages.map(({ status, attempts }) => [status, attempts]);
    };
    await expect.poll(sent).toEqual([
      ['queued', 1],
      ['sent', 1],
    ]);
    await server.advance(10 * 60_000);
    await expect.poll(sent).toEqual([
      ['sent', 2],
      ['sent', 1],
    ]);
  });

  test('code 40100 pauses a channel whose app is not known, and never fails the message', async () => {
    const { answer } = server.provider;
    server.provider.answer = () => ({ body: { code: 40100, message: 'Too many' } });
    const { id } = await scene.deliver({ type: 'text', text: 'Hi' });
    // More often than other temporary failures are tried again.
    for (let round = 0; round < 7; round += 1) {
      await server.advance(60_000);
      await drainProviders(server);
      expect(server.provider.requests).toHaveLength(round + 1);
      await server.advance(6 * 60_000);
      await drainProviders(server);
      expect(await scene.message(id)).toMatchObject({ status: 'queued', attempts: round + 2 });
    }
    server.provider.answer = answer;
    await server.advance(7 * 60_000);
    await drainProviders(server);
    expect(await scene.message(id)).toMatchObject({ status: 'sent' });
  });
});
