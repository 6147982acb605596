import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { MediaFile, Message } from '@parley/contract/schemas';
import { ServiceError } from '@parley/contract/schemas';
import { describe, expect, test, vi } from 'vitest';
import {
  accessToken,
  connectedScene,
  type connections,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import type { FakeAnswer } from '../../test/fake-provider.ts';
import { makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { channels } from '../channels/service.ts';
import { receiveEcho } from '../inbound/echo.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { takeChange } from '../receivers/changes.ts';
import { inTransaction } from '../tenancy/context.ts';
import { mediaTable } from './table.ts';

const bytes = '%PDF-1.7 a bill';
const sha256 = createHash('sha256').update(bytes).digest('hex');
type Provider = keyof typeof connections;

describe.each(targets)('downloads of files of customers on %s', (target) => {
  const server = serverOfTests(() => startWithProvider(target));
  let made = 0;

  /** Receives a message with a file. Returns it with its channel. */
  async function received(provider: Provider, file: object = {}) {
    const scene = await connectedScene(server, provider);
    const { id } = scene.channel;
    const from = {
      whatsapp_cloud: '4915112345',
      instagram_graph: '178414',
      tiktok_business: 'c+1',
    };
    const message = await inTransaction(scene.ctx, async (ctx) => {
      const channel = await channels.get(ctx, id);
      const { message } = await receiveMessage(ctx, channel, {
        from: [from[provider]],
        externalId: `external-${++made}`,
        sentAt: ctx.now().toISOString(),
        content: { type: 'document', text: null, content: null },
        files: [
          {
            kind: 'document',
            mimeType: 'image/png',
            filename: '../bill.pdf',
            sha256: null,
            providerId: 'file-1',
            providerUrl: `${server.provider.url}/public/file-1`,
            ...file,
          },
        ],
      });
      return message;
    });
    return { scene, message };
  }

  function serve(status: () => number = () => 200, served = bytes): void {
    const { provider } = server;
    provider.requests = [];
    provider.answer = ({ path }) => {
      if (path.includes('/bytes') || path.includes('/public')) {
        return { status: status(), headers: { 'content-type': 'image/png' }, body: served };
      }
      const url = `${provider.url}/bytes`;
      return {
        body: path.endsWith('download/') ? { code: 0, data: { download_url: url } } : { url },
      };
    };
  }

  test.each<[Provider, Record<string, string>]>([
    ['whatsapp_cloud', { authorization: `Bearer ${accessToken}` }],
    ['instagram_graph', {}],
    ['tiktok_business', { 'x-user': accessToken }],
  ])('a file of %s is stored and served', async (provider, headers) => {
    serve();
    const { scene, message } = await received(provider);
    expect(message.attachments).toMatchObject([{ status: 'pending', url: null }]);
    await drainProviders(server);
    const { attachments } = await scene.message(message.id);
    expect(attachments).toMatchObject([
      { status: 'stored', mimeType: 'application/pdf', sizeBytes: bytes.length, sha256 },
    ]);
    expect(server.provider.requests.at(-1)?.headers).toMatchObject(headers);
    const id = attachments[0]?.url?.split('/').at(-2);
    const { url } = (await scene.call<MediaFile>(`GET /media/${id}`)).json;
    const answer = await fetch(server.baseUrl + url);
    expect(await answer.text()).toBe(bytes);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="bill.pdf"');
    expect((await scene.events()).at(-1)).toBe('message.updated');
  });

  test('TikTok: names the conversation of an echo, and fetches a sticker from its URL without a token', async () => {
    serve();
    const sticker = { kind: 'sticker', providerId: null };
    const { scene, message } = await received('tiktok_business', sticker);
    await drainProviders(server);
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('stored');
    const [fetched, ...others] = server.provider.requests;
    expect(others).toEqual([]);
    expect(fetched?.path).toBe('/public/file-1');
    expect(fetched?.headers).not.toHaveProperty('x-user');
    const receivedAt = server.now().toISOString();
    await inTransaction(scene.ctx, async (ctx) => {
      const image = { kind: 'image', mimeType: null, filename: null, sha256: null } as const;
      await receiveEcho(ctx, await channels.get(ctx, scene.channel.id), {
        to: ['c+1'],
        externalId: 'echo',
        sentAt: receivedAt,
        receivedAt,
        content: { type: 'image', text: null, content: null },
        files: [{ ...image, providerId: 'file-2', providerUrl: null }],
      });
    });
    await drainProviders(server);
    const asked = server.provider.requests.find(({ path }) => path.endsWith('/download/'));
    expect(asked?.body).toMatchObject({
      conversation_id: 'c+1',
      message_id: 'echo',
      media_id: 'file-2',
    });
  });

  test('deletes the file of a message that the customer deletes', async () => {
    serve();
    const { scene, message } = await received('whatsapp_cloud');
    await drainProviders(server);
    expect(await scene.ctx.db.select(mediaTable)).toHaveLength(1);
    await inTransaction(scene.ctx, async (ctx) => {
      const channel = await channels.get(ctx, scene.channel.id);
      const externalId = message.externalId ?? '';
      const change = { externalId, change: { kind: 'revoke' }, by: 'customer' } as const;
      await takeChange(ctx, channel, change, ctx.now().toISOString());
    });
    expect(await scene.ctx.db.select(mediaTable)).toEqual([]);
  });

  test('a provider that fails is asked again, for another address', async () => {
    let asked = 0;
    serve(() => (++asked < 3 ? 404 : 200));
    const { scene, message } = await received('whatsapp_cloud');
    await drainProviders(server);
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('pending');
    for (let round = 0; round < 2; round += 1) {
      await makeDue(server);
      await drainProviders(server);
    }
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('stored');
    expect(server.provider.requests.filter(({ path }) => path.endsWith('/file-1'))).toHaveLength(3);
  });

  // The rest does not depend on the database: the worker repeats failed jobs of all kinds alike.
  if (target === 'Postgres') return;

  test.each([
    ['whatsapp_cloud', 'image', 5],
    ['whatsapp_cloud', 'audio', 16],
    ['instagram_graph', 'image', 8],
  ] as const)(
    'does not store a file of %s above the limit of an %s, and keeps the message',
    async (provider, kind, megabytes) => {
      const { scene, message } = await received(provider, { kind });
      const large = Buffer.alloc(megabytes * 1_048_576 + 1, 7).toString('latin1');
      serve(() => 200, large);
      await drainProviders(server);
      const { text, attachments } = await scene.message(message.id);
      expect([text, attachments]).toMatchObject([
        null,
        [{ status: 'failed', failureReason: 'too_large', url: null, mediaId: null }],
      ]);
      expect(await scene.ctx.db.select(mediaTable)).toEqual([]);
      expect(await readdir(server.deps.media.files.draftDir)).toEqual([]);
    },
  );

  test.each([
    [
      'the file store does not answer',
      new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 }),
    ],
    ['the disk is full', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
  ])('a file is stored in the end although %s for hours', async (_what, failure) => {
    serve();
    const { scene, message } = await received('whatsapp_cloud');
    const putting = vi.spyOn(server.deps.media.files, 'put').mockRejectedValue(failure);
    for (let round = 0; round < 12; round += 1) {
      await makeDue(server);
      await drainProviders(server);
    }
    putting.mockRestore();
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('pending');
    // The provider may fail at the end of the outage.
    serve(() => 500);
    await makeDue(server);
    await drainProviders(server);
    serve();
    await makeDue(server);
    await drainProviders(server);
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('stored');
  });

  test('a file above the requests of a TikTok app waits for 5 minutes, as the messages of the app do', async () => {
    const { scene, message } = await received('tiktok_business');
    const { id } = scene.channel;
    const credentials = { appId: '80', appSecret: `secret-${id}` };
    await scene.call(`PATCH /channels/${id}`, { credentials });
    await server.deps.database.writer('channels').where({ id }).update({ status: 'active' });
    server.provider.answer = () => ({ body: { code: 40_100, message: 'Too many' } });
    await drainProviders(server);
    serve();
    server.provider.requests = [];
    const sent = { channelId: id, to: 'c+1', type: 'text', text: 'Hi' };
    const { json } = await scene.call<Message>('POST /messages', sent);
    await makeDue(server);
    await drainProviders(server);
    expect(server.provider.requests).toEqual([]);
    expect(await scene.message(json.id)).toMatchObject({ status: 'queued', attempts: 0 });
    await server.advance(6 * 60_000);
    const state = async () => {
      await makeDue(server);
      await drainProviders(server);
      return (await scene.message(message.id)).attachments[0]?.status;
    };
    await expect.poll(state).toBe('stored');
  });

  test.each<[Provider, string, FakeAnswer]>([
    ['whatsapp_cloud', 'refuses the token', { status: 401, body: { error: { code: 190 } } }],
    ['whatsapp_cloud', 'restricts the account', { status: 400, body: { error: { code: 368 } } }],
    ['tiktok_business', 'refuses the token', { body: { code: 40_105 } }],
    ['whatsapp_cloud', 'has an outage', { status: 503, body: '' }],
    ['tiktok_business', 'has an outage', { status: 502, body: '' }],
  ])('a file of %s is stored in the end although the provider %s for hours', async (...given) => {
    const [provider, , answer] = given;
    const { scene, message } = await received(provider);
    server.provider.requests = [];
    server.provider.answer = () => answer;
    for (let round = 0; round < 12; round += 1) {
      await makeDue(server);
      await drainProviders(server);
    }
    expect(server.provider.requests.length).toBe(12);
    const jobs = server.deps.database.writer('jobs').where({ name: 'download-file' });
    expect(await jobs.where({ tenant_id: scene.ctx.db.tenantId }).pluck('lane')).toEqual([
      scene.channel.id,
    ]);
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('pending');
    serve();
    const row = () => server.deps.database.writer('channels').where({ id: scene.channel.id });
    await row().update({ status: 'error', status_reason: 'auth' });
    await makeDue(server);
    await drainProviders(server);
    expect(server.provider.requests).toEqual([]);
    await row().update({ status: 'active', status_reason: null });
    await makeDue(server);
    await drainProviders(server);
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('stored');
  });

  test.each<[Provider, string, FakeAnswer]>([
    ['whatsapp_cloud', 'answers with 503', { status: 503, body: '' }],
    ['whatsapp_cloud', 'answers with 429', { status: 429, body: '' }],
    ['tiktok_business', 'answers with 502', { status: 502, body: '' }],
    ['tiktok_business', 'breaks connections', 'break'],
    ['instagram_graph', 'answers with 408', { status: 408, body: '' }],
    ['instagram_graph', 'breaks connections', 'break'],
  ])('a file of %s is stored in the end although its host %s for hours', async (...given) => {
    const [provider, , outage] = given;
    const { scene, message } = await received(provider);
    serve();
    const { answer } = server.provider;
    server.provider.answer = async (request) => {
      return /bytes|public/.test(request.path) ? outage : await answer(request);
    };
    for (let round = 0; round < 12; round += 1) {
      await makeDue(server);
      await drainProviders(server);
    }
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('pending');
    serve();
    await makeDue(server);
    await drainProviders(server);
    expect((await scene.message(message.id)).attachments[0]?.status).toBe('stored');
  });

  test('a file whose bytes are not the announced ones fails after the last attempt', async () => {
    serve();
    const { scene, message } = await received('whatsapp_cloud', { sha256: 'f'.repeat(64) });
    for (let round = 0; round < 8; round += 1) {
      await makeDue(server);
      await drainProviders(server);
    }
    const { attachments }: Message = await scene.message(message.id);
    expect(attachments).toMatchObject([
      { status: 'failed', url: null, failureReason: 'unavailable' },
    ]);
    expect(await readdir(server.deps.media.files.draftDir)).toEqual([]);
  });
});
