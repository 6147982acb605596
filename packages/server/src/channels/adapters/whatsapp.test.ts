import { Readable } from 'node:stream';
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
import type { OutgoingFile } from './adapter.ts';
import { uploadMs } from './file-form.ts';
import type { ProviderRequest } from './provider-http.ts';
import { uploadExample } from './whatsapp/template-files.ts';

const { phoneNumberId } = connections.whatsapp_cloud.config;
const accepted = (id: string) => ({
  messaging_product: 'whatsapp',
  contacts: [{ input: '5511987654321', wa_id: '5511987654321' }],
  messages: [{ id, message_status: 'accepted' }],
});
const graphError = (error: object) => ({
  error: { message: 'Told', type: 'OAuthException', ...error },
});

describe('WhatsApp by the Cloud API', () => {
  const server = serverOfTests(() => startWithProvider('SQLite'));
  let scene: ConnectedScene;
  beforeEach(async () => {
    scene = await connectedScene(server, 'whatsapp_cloud');
    server.provider.requests = [];
    let sent = 0;
    server.provider.answer = () => {
      sent += 1;
      return { body: accepted(`wamid.${scene.channel.id}.${sent}`) };
    };
  });
  afterEach(() => forgetJobs(server));

  test('sends a text with the token of the channel, and keeps the id of the provider', async () => {
    const message = await scene.deliver({ type: 'text', text: 'Olá 👋' });
    expect(message).toMatchObject({
      status: 'sent',
      attempts: 1,
      externalId: `wamid.${scene.channel.id}.1`,
      error: null,
    });
    expect(server.provider.requests).toHaveLength(1);
    const [request] = server.provider.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: `/v25.0/${phoneNumberId}/messages`,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'user-agent': expect.stringMatching(/^Parley/),
      },
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '5511987654321',
        type: 'text',
        text: { body: 'Olá 👋', preview_url: false },
        biz_opaque_callback_data: `${message.id}:1`,
      },
    });
  });

  test('sends to a business-scoped user id as `recipient`', async () => {
    await scene.deliver({ to: 'US.1349', type: 'text', text: 'Hi' });
    const [request] = server.provider.requests;
    expect(request?.body).toMatchObject({ recipient: 'US.1349' });
    expect(request?.body).not.toHaveProperty('to');
  });

  test.each([
    [
      'location',
      { location: { latitude: -23.5, longitude: -46.6, name: 'Shop' } },
      { latitude: -23.5, longitude: -46.6, name: 'Shop' },
    ],
    [
      'template',
      {
        template: {
          name: 'hi',
          language: 'pt_BR',
          variables: { 'header.1': 'A', name: 'Ana', 'button.0': 'x' },
        },
      },
      {
        name: 'hi',
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'A' }] },
          { type: 'body', parameters: [{ type: 'text', parameter_name: 'name', text: 'Ana' }] },
          {
            type: 'button',
            sub_type: 'url',
            index: '0',
            parameters: [{ type: 'text', text: 'x' }],
          },
        ],
      },
    ],
    [
      'template',
      { template: { name: 'hi', language: 'en' } },
      { name: 'hi', language: { code: 'en' } },
    ],
    [
      'interactive',
      {
        interactive: {
          kind: 'buttons',
          text: 'Shall we?',
          header: 'Visit',
          footer: 'Open daily',
          buttons: [{ id: 'y', title: 'Yes' }],
        },
      },
      {
        type: 'button',
        header: { type: 'text', text: 'Visit' },
        body: { text: 'Shall we?' },
        footer: { text: 'Open daily' },
        action: { buttons: [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }] },
      },
    ],
    [
      'interactive',
      {
        interactive: {
          kind: 'list',
          text: 'Choose',
          button: 'Open',
          sections: [
            {
              title: 'Bread',
              rows: [
                { id: 'a', title: 'Rye', description: 'Dark' },
                { id: 'b', title: 'Oat' },
              ],
            },
            { title: 'Cake', rows: [{ id: 'c', title: 'Plum' }] },
          ],
        },
      },
      {
        type: 'list',
        body: { text: 'Choose' },
        action: {
          button: 'Open',
          sections: [
            {
              title: 'Bread',
              rows: [
                { id: 'a', title: 'Rye', description: 'Dark' },
                { id: 'b', title: 'Oat' },
              ],
            },
            { title: 'Cake', rows: [{ id: 'c', title: 'Plum' }] },
          ],
        },
      },
    ],
    [
      'interactive',
      {
        interactive: {
          kind: 'cta_url',
          text: 'See',
          button: 'Go',
          url: 'https://shop.example.com/',
        },
      },
      {
        type: 'cta_url',
        body: { text: 'See' },
        action: {
          name: 'cta_url',
          parameters: { display_text: 'Go', url: 'https://shop.example.com/' },
        },
      },
    ],
  ])('writes the content of %s as the provider documents it', async (type, content, expected) => {
    expect(await scene.deliver({ type, ...content })).toMatchObject({ status: 'sent' });
    const { body } = server.provider.requests[0] ?? {};
    expect(body.type).toBe(type);
    expect(body[type]).toEqual(expected);
    expect(body).not.toHaveProperty('context');
  });

  test('a reply and a reaction name the provider id of the message, even if it was queued with them', async () => {
    const first = await scene.send({ channelId: scene.channel.id, to: '5511987654321' });
    await scene.deliver({ type: 'text', text: 'And', replyToMessageId: first.id });
    const { externalId } = await scene.message(first.id);
    expect(server.provider.requests[1]?.body.context).toEqual({ message_id: externalId });
    for (const [emoji, written] of [
      ['👍', '👍'],
      [null, ''],
    ] as const) {
      await scene.deliver({ type: 'reaction', reaction: { messageId: first.id, emoji } });
      const { body } = server.provider.requests.at(-1) ?? {};
      expect(body.reaction).toEqual({ message_id: externalId, emoji: written });
      expect(body).not.toHaveProperty('context');
    }
  });

  test.each([
    [400, { code: 131047 }, { code: 'SVC-WINDOW-CLOSED', providerCode: '131047' }],
    [400, { code: 130403 }, { code: 'SVC-RECIPIENT-BLOCKED', providerCode: '130403' }],
    [400, { code: 131063 }, { code: 'SVC-PROVIDER-ERROR', providerCode: '131063' }],
    [400, { code: 999999 }, { code: 'SVC-PROVIDER-ERROR', reason: 'rejected' }],
    [
      400,
      { code: 100, error_data: { details: 'Why' } },
      { reason: 'rejected', providerMessage: 'Why' },
    ],
    [302, 'elsewhere', { reason: 'rejected', providerCode: 'http 302' }],
    [404, 'not json', { reason: 'rejected', providerCode: 'http 404' }],
  ])('HTTP %i with %j is final', async (status, error, expected) => {
    const body = typeof error === 'string' ? error : graphError(error);
    const headers = { location: `${server.provider.url}/elsewhere` };
    server.provider.answer = () => ({ status, headers, body });
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    expect(message).toMatchObject({ status: 'failed', attempts: 1, error: expected });
    expect(server.provider.requests).toHaveLength(1);
  });

  test.each([
    [400, graphError({ code: 131056 })],
    [400, graphError({ code: 131057 })],
    [400, graphError({ code: 131056, error_data: 'a text', error_subcode: null })],
    [429, 'slow down'],
    [503, 'later'],
    [500, graphError({ code: 2 })],
    [500, graphError({ code: 777, is_transient: true })],
  ])(
    'after HTTP %i with %j it sends the message again, and no second time',
    async (status, body) => {
      const { answer } = server.provider;
      server.provider.answer = () => ({ status, body });
      const queued = await scene.deliver({ type: 'text', text: 'Hi' });
      expect(queued).toMatchObject({ status: 'queued', attempts: 1, error: null });
      server.provider.answer = answer;
      await server.advance(10_000);
      await drainProviders(server);
      expect(await scene.message(queued.id)).toMatchObject({ status: 'sent', attempts: 2 });
      expect(server.provider.requests.map(({ body }) => body.biz_opaque_callback_data)).toEqual([
        `${queued.id}:1`,
        `${queued.id}:2`,
      ]);
    },
  );

  test.each([
    ['breaks the connection', 'break' as const],
    ['answers 502 without an error of its own', { status: 502, body: '<html>' }],
    ['answers 200 without an id', { body: { messages: [] } }],
    ['answers 200 with no JSON', { body: 'OK' }],
    ['answers more than may be read', { body: 'x'.repeat(1_100_000) }],
  ])(
    'a provider that %s leaves the outcome unknown: nothing is sent again',
    async (_title, answer) => {
      server.provider.answer = () => answer;
      const message = await scene.deliver({ type: 'text', text: 'Hi' });
      expect(message.status).toBe('sending');
      await server.advance(61_000);
      await drainProviders(server);
      expect(await scene.message(message.id)).toMatchObject({
        status: 'failed',
        error: { reason: 'unknown_outcome', retryable: true },
      });
      expect(server.provider.requests).toHaveLength(1);
    },
  );

  test.each([
    ['a token', { credentials: { accessToken: 'another' } }],
    ['an account', { config: { phoneNumberId: '999999999999999' } }],
  ])(
    'a refusal of %s that was replaced meanwhile does not stop the channel, and the message is sent',
    async (_what, change) => {
      const { id } = scene.channel;
      const accept = server.provider.answer;
      server.provider.answer = async () => {
        server.provider.answer = accept;
        await scene.call(`PATCH /channels/${id}`, change);
        await server.deps.database.writer('channels').where({ id }).update({ status: 'active' });
        return { status: 401, body: graphError({ code: 190 }) };
      };
      const message = await scene.deliver({ type: 'text', text: 'Hi' });
      expect(message.status).toBe('queued');
      expect((await scene.call(`GET /channels/${id}`)).json).toMatchObject({ status: 'active' });
      await server.advance(4_000);
      await drainProviders(server);
      expect(await scene.message(message.id)).toMatchObject({ status: 'sent', attempts: 2 });
      const [first, last] = server.provider.requests;
      expect(last?.headers['authorization'] === first?.headers['authorization']).toBe(
        'config' in change,
      );
      expect(last?.path === first?.path).toBe('credentials' in change);
    },
  );

  test('a missing phone number, which only the subcode names, stops the channel', async () => {
    const error = { type: 'GraphMethodException', code: 100, error_subcode: 33 };
    server.provider.answer = () => ({ status: 400, body: graphError(error) });
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    const failure = { code: 'SVC-CHANNEL-UNAVAILABLE', providerCode: '33' };
    expect(message.error).toMatchObject({ ...failure, reason: 'not_ready', retryable: true });
    const { json } = await scene.call(`GET /channels/${scene.channel.id}`);
    expect(json).toMatchObject({ status: 'error', statusReason: 'not_ready' });
  });

  test.each([401, 403])(
    'a page of a proxy with the status %i does not stop the channel, and the message is sent again',
    async (status) => {
      const accept = server.provider.answer;
      server.provider.answer = () => ({ status, body: '<h1>Forbidden</h1>' });
      const { id, status: after } = await scene.deliver({ type: 'text', text: 'Hi' });
      expect(after).toBe('queued');
      const { json } = await scene.call(`GET /channels/${scene.channel.id}`);
      expect(json).toMatchObject({ status: 'active', lastError: null });
      server.provider.answer = accept;
      await server.advance(4_000);
      await drainProviders(server);
      expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 2 });
    },
  );

  test('a refused token stops the channel, and the failure says what to do', async () => {
    server.provider.answer = () => ({ status: 401, body: graphError({ code: 190 }) });
    const message = await scene.deliver({ type: 'text', text: 'Hi' });
    expect(message.error).toMatchObject({ code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' });
    const { json } = await scene.call(`GET /channels/${scene.channel.id}`);
    expect(json).toMatchObject({
      status: 'error',
      statusReason: 'auth',
      lastError: { providerCode: '190' },
    });
  });
});

test('the example of a header has as much time as other uploads', async () => {
  const requests: ProviderRequest[] = [];
  const http = {
    async call(request: ProviderRequest) {
      requests.push(request);
      const json = { id: 'upload:1', h: '4::handle' };
      return { kind: 'answered' as const, status: 200, json, retryAfterMs: null };
    },
    open: () => Promise.reject(new Error('reads no file of the provider')),
    close: () => Promise.resolve(),
  };
  const access = { http, baseUrl: 'https://graph.example/v1', accessToken };
  const media = { mimeType: 'image/png', sizeBytes: 1, filename: 'a.png' };
  // An upload reads no other fields of the file.
  const file = { media, bytes: Readable.from(['a']) } as OutgoingFile;
  const handle = await uploadExample(access, '77', file);
  expect([handle, requests.at(-1)?.timeoutMs]).toEqual(['4::handle', uploadMs]);
});
