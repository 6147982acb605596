import type { Channel } from '@parley/contract/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accessToken,
  type ConnectedScene,
  connectedScene,
  startWithProvider,
} from '../../../test/channel-scene.ts';
import { forgetJobs } from '../../../test/scene.ts';
import { serverOfTests } from '../../../test/server-of-tests.ts';

const url = 'https://files.example.com/a';

describe('Instagram', () => {
  const server = serverOfTests(() => startWithProvider('SQLite'));
  let scene: ConnectedScene;
  beforeEach(async () => {
    scene = await connectedScene(server, 'instagram_graph');
    server.provider.requests = [];
    let sent = 0;
    server.provider.answer = ({ body }) => {
      sent += 1;
      const id = `mid.${scene.channel.id}.${sent}`;
      return { body: { recipient_id: '901', ...(body.sender_action ? {} : { message_id: id }) } };
    };
  });
  afterEach(() => forgetJobs(server));

  test('sends a text with the token of the channel, and keeps the id of the provider', async () => {
    const message = await scene.deliver({ type: 'text', text: 'Hi', messageTag: 'human_agent' });
    expect(message).toMatchObject({ status: 'sent', externalId: `mid.${scene.channel.id}.1` });
    expect(server.provider.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v25.0/me/messages',
        headers: { authorization: `Bearer ${accessToken}` },
        body: {
          recipient: { id: '901' },
          messaging_type: 'MESSAGE_TAG',
          tag: 'HUMAN_AGENT',
          message: { text: 'Hi' },
        },
      },
    ]);
  });

  test.each([
    ['image', { media: { url } }, { attachment: { type: 'image', payload: { url } } }],
    ['video', { media: { url } }, { attachment: { type: 'video', payload: { url } } }],
    ['audio', { media: { url } }, { attachment: { type: 'audio', payload: { url } } }],
    ['document', { media: { url } }, { attachment: { type: 'file', payload: { url } } }],
    [
      'interactive',
      { interactive: { kind: 'buttons', text: 'Shall we?', buttons: [{ id: 'y', title: 'Yes' }] } },
      {
        text: 'Shall we?',
        quick_replies: [{ content_type: 'text', title: 'Yes', payload: 'y' }],
      },
    ],
    [
      'interactive',
      { interactive: { kind: 'cta_url', text: 'See', button: 'Go', url: 'https://x.example/' } },
      {
        attachment: {
          type: 'template',
          payload: {
            template_type: 'button',
            text: 'See',
            buttons: [{ type: 'web_url', url: 'https://x.example/', title: 'Go' }],
          },
        },
      },
    ],
  ])('writes the content of %s as the provider documents it', async (type, content, expected) => {
    expect(await scene.deliver({ type, ...content })).toMatchObject({ status: 'sent' });
    expect(server.provider.requests[0]?.body).toEqual({
      recipient: { id: '901' },
      message: expected,
    });
  });

  test('messages with audio or video also take turns of a lower limit', async () => {
    const { id } = scene.channel;
    const taken = async () =>
      await server.deps.database.reader('further_throttles').where({ name: `files ${id}` });
    await scene.deliver({ type: 'text', text: 'Hi' });
    await scene.deliver({ type: 'image', media: { url } });
    expect(await taken()).toEqual([]);
    await scene.deliver({ type: 'audio', media: { url } });
    expect(await taken()).toMatchObject([{ tenant_id: scene.ctx.db.tenantId }]);
  });

  test('replies, and reacts without a message of its own', async () => {
    const first = await scene.deliver({ type: 'text', text: 'Hi' });
    await scene.deliver({ type: 'text', text: 'And', replyToMessageId: first.id });
    expect(server.provider.requests[1]?.body.reply_to).toEqual({ mid: first.externalId });
    const reacted = await scene.deliver({
      type: 'reaction',
      reaction: { messageId: first.id, emoji: '❤️' },
    });
    expect(reacted).toMatchObject({ status: 'sent', externalId: null });
    await scene.deliver({ type: 'reaction', reaction: { messageId: first.id, emoji: null } });
    await scene.deliver({ type: 'reaction', reaction: { messageId: first.id, emoji: '👍' } });
    const payload = { message_id: first.externalId };
    expect(server.provider.requests.slice(2).map(({ body }) => body)).toEqual([
      {
        recipient: { id: '901' },
        sender_action: 'react',
        payload: { ...payload, reaction: 'love' },
      },
      { recipient: { id: '901' }, sender_action: 'unreact', payload },
      {
        recipient: { id: '901' },
        sender_action: 'react',
        payload: { ...payload, reaction: '👍' },
      },
    ]);
  });

  test.each([
    [
      { code: 10, error_subcode: 2534022 },
      { code: 'SVC-WINDOW-CLOSED', providerCode: '10/2534022' },
    ],
    [{ code: 100, error_subcode: 2534014 }, { code: 'SVC-RECIPIENT-INVALID' }],
    [
      { code: 100, error_subcode: 7 },
      { code: 'SVC-PROVIDER-ERROR', providerCode: '100/7' },
    ],
    [
      { code: 190, error_subcode: 463 },
      { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' },
    ],
  ])('%j is final, by code and subcode', async (error, expected) => {
    server.provider.answer = () => ({ status: 400, body: { error } });
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    expect(message).toMatchObject({ status: 'failed', error: expected });
  });

  test('the refusal of a tag, or of a conversation of another app, leaves the channel active', async () => {
    const refuseWith = async (error: object, message: object) => {
      server.provider.answer = () => ({ status: 400, body: { error } });
      const { error: failure } = await scene.deliver({ type: 'text', text: 'Hi', ...message });
      const { json } = await scene.call<Channel>(`GET /channels/${scene.channel.id}`);
      return [failure?.code, failure?.providerCode, json.status];
    };
    const tagged = { messageTag: 'human_agent' };
    const rejected = 'SVC-PROVIDER-ERROR';
    expect([
      await refuseWith({ code: 10 }, tagged),
      await refuseWith({ code: 10, error_subcode: 77 }, tagged),
      await refuseWith({ code: 10, error_subcode: 2534022 }, tagged),
      await refuseWith({ code: 100, error_subcode: 2534037 }, {}),
      await refuseWith({ code: 10 }, {}),
    ]).toEqual([
      [rejected, '10', 'active'],
      [rejected, '10/77', 'active'],
      ['SVC-WINDOW-CLOSED', '10/2534022', 'active'],
      [rejected, '100/2534037', 'active'],
      ['SVC-CHANNEL-UNAVAILABLE', '10', 'error'],
    ]);
  });
});
