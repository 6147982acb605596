import { Readable } from 'node:stream';
import { ServiceError } from '@parley/contract/schemas';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  connectedScene,
  connections,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import { makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { storedFile } from '../../test/stored-file.ts';
import { TenantDb } from '../db/tenant-db.ts';
import { sweepLeases } from '../jobs/statements/hold-leases.ts';
import { takeStatus } from '../receivers/reports.ts';
import { inTransaction } from '../tenancy/context.ts';
import { MediaLinks } from './links.ts';
import { deleteMedia } from './service.ts';

const png = '\x89PNG\r\n\x1a\n the picture';
const day = 86_400_000;
const { phoneNumberId } = connections.whatsapp_cloud.config;
const publicUrl = 'https://parley.example.com';

describe.each(targets)('stored files in messages on %s', (target) => {
  const server = serverOfTests(() => startWithProvider(target));
  let uploads: number;
  beforeEach(() => {
    const { provider } = server;
    provider.requests = [];
    uploads = 0;
    let sent = 0;
    provider.answer = ({ path }) => {
      if (path.endsWith('/media')) return { body: { id: `8${++uploads}` } };
      if (path.endsWith('/upload/')) return { body: { code: 0, data: { media_id: 'v1' } } };
      sent += 1;
      const id = `sent-${Date.now()}-${sent}`;
      const message = { message_id: id };
      return { body: { code: 0, messages: [{ id }], message_id: id, data: { message } } };
    };
  });

  const paths = () => server.provider.requests.map(({ path }) => path.split('/').at(-1));
  const contents = () =>
    server.provider.requests
      .filter(({ path }) => path.endsWith('/messages'))
      .map(({ body }) => body[body.type]);

  async function aShop(provider: keyof typeof connections = 'whatsapp_cloud') {
    const scene = await connectedScene(server, provider);
    const file = await storedFile(server, scene.ctx, png, { filename: 'menu.png' });
    const image = { type: 'image', media: { id: file.id } };
    return { scene, file, image };
  }

  test('WhatsApp gets the bytes once, with the name and type that they have', async () => {
    const { scene, image } = await aShop();
    const message = await scene.deliver({ ...image, caption: 'Menu' });
    expect(message).toMatchObject({ status: 'sent', attempts: 1, text: 'Menu' });
    const [upload] = server.provider.requests;
    expect(upload?.path).toBe(`/v25.0/${phoneNumberId}/media`);
    expect(upload?.headers['content-length']).toBe(String(upload?.body.length));
    expect(upload?.body).toContain('name="messaging_product"\r\n\r\nwhatsapp\r\n');
    expect(upload?.body).toContain(
      `name="file"; filename="file.png"\r\nContent-Type: image/png\r\n\r\n${png}\r\n--`,
    );
    await scene.deliver(image);
    expect(contents()).toEqual([{ id: '81', caption: 'Menu' }, { id: '81' }]);
    await server.advance(30 * day);
    await scene.deliver(image);
    expect(contents().at(-1)).toEqual({ id: '82' });
    expect(paths()).toEqual(['media', 'messages', 'messages', 'media', 'messages']);
  });

  test('a worker that loses its job in an upload does not send the message a second time', async () => {
    const { scene, image } = await aShop();
    const { answer } = server.provider;
    let status: unknown;
    server.provider.answer = async (request) => {
      server.provider.answer = answer;
      const { json } = await scene.call<{ data: { status: string }[] }>('GET /messages');
      status = json.data[0]?.status;
      await server.deps.database.writer('jobs').update({ lease_until: 1 });
      await server.deps.system.run(sweepLeases, null);
      await drainProviders(server);
      return await answer(request);
    };
    const message = await scene.deliver(image);
    expect(status).toBe('queued');
    expect(message).toMatchObject({ status: 'sent', attempts: 1 });
    expect(paths().sort()).toEqual(['media', 'media', 'messages']);
  });

  test('a message with a file is sent in the end although the file store does not answer for hours', async () => {
    const { scene, image } = await aShop();
    const failure = new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 });
    const opening = vi.spyOn(server.deps.media.files, 'open').mockRejectedValue(failure);
    const { id } = await scene.deliver(image);
    for (let round = 0; round < 12; round += 1) {
      await makeDue(server);
      await drainProviders(server);
    }
    opening.mockRestore();
    expect(await scene.message(id)).toMatchObject({ status: 'queued', attempts: 0 });
    await makeDue(server);
    await drainProviders(server);
    expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(paths()).toEqual(['media', 'messages']);
  });

  test('a message with a file is sent soon after a short failure of the file store, also near its expiry', async () => {
    const { scene, image } = await aShop();
    const failure = new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 });
    const body = { channelId: scene.channel.id, to: '5511987654321', ...image };
    const { id } = (await scene.call<{ id: string }>('POST /messages', body)).json;
    await server.advance(day - 60_000);
    const opening = vi.spyOn(server.deps.media.files, 'open').mockRejectedValueOnce(failure);
    await drainProviders(server);
    expect(opening).toHaveBeenCalledTimes(1);
    opening.mockRestore();
    await server.advance(15_000);
    await drainProviders(server);
    expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  test('a message with a file expires if the file store does not answer until then', async () => {
    const { scene, image } = await aShop();
    const failure = new ServiceError('SVC-UNAVAILABLE', { retryAfterSeconds: 5 });
    const opening = vi.spyOn(server.deps.media.files, 'open').mockRejectedValue(failure);
    const { id } = await scene.deliver(image);
    await server.advance(day);
    await drainProviders(server);
    opening.mockRestore();
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-EXPIRED' },
    });
  });

  test('a message whose file was deleted fails without a call to the provider', async () => {
    const { scene, file, image } = await aShop();
    const to = '5511987654321';
    const { json } = await scene.call<{ id: string }>('POST /messages', {
      ...image,
      channelId: scene.channel.id,
      to,
    });
    await deleteMedia(scene.ctx, file.id);
    await drainProviders(server);
    expect(await scene.message(json.id)).toMatchObject({
      status: 'failed',
      error: {
        code: 'SVC-MEDIA-FAILED',
        providerMessage: 'The file was deleted.',
        retryable: false,
      },
    });
    expect(paths()).toEqual([]);
  });

  test('an upload that the provider no longer knows is made again for the next message', async () => {
    const { scene, image } = await aShop();
    await scene.deliver(image);
    const { answer } = server.provider;
    server.provider.answer = () => ({ status: 400, body: { error: { code: 131_009 } } });
    expect(await scene.deliver(image)).toMatchObject({ status: 'failed' });
    server.provider.answer = answer;
    expect(await scene.deliver(image)).toMatchObject({ status: 'sent' });
    expect(contents().map(({ id }) => id)).toEqual(['81', '81', '82']);
  });

  test('a retry uploads the file again after a report that the provider could not read it', async () => {
    const { scene, image } = await aShop();
    const { id, externalId } = await scene.deliver(image);
    const error = { code: '131053', message: 'Media upload error' };
    const sent = { externalId: `${externalId}`, reference: undefined };
    const report = { ...sent, kind: 'status', status: 'failed', error } as const;
    const at = server.now().toISOString();
    await inTransaction(scene.ctx, (ctx) => takeStatus(ctx, scene.channel, report, at));
    expect(await scene.message(id)).toMatchObject({ status: 'failed' });
    expect((await scene.call(`POST /messages/${id}/retry`)).status).toBe(202);
    await drainProviders(server);
    expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 2 });
    expect(contents().map(({ id }) => id)).toEqual(['81', '82']);
  });

  test('a refusal is recorded although the upload cannot be forgotten', async () => {
    const { scene, image } = await aShop();
    const { answer } = server.provider;
    server.provider.answer = (request) => {
      const isUpload = request.path.endsWith('/media');
      return isUpload ? answer(request) : { status: 400, body: { error: { code: 131_009 } } };
    };
    const broken = new Error('the database refuses this');
    vi.spyOn(TenantDb.prototype, 'updateAll').mockRejectedValueOnce(broken);
    const message = await scene.deliver(image);
    expect(message).toMatchObject({ status: 'failed', error: { providerCode: '131009' } });
  });

  test('another account of the channel gets an upload of its own', async () => {
    const { scene, image } = await aShop();
    await scene.deliver(image);
    const config = { ...connections.whatsapp_cloud.config, phoneNumberId: '106540352242923' };
    await server.deps.database
      .writer('channels')
      .where({ id: scene.channel.id })
      .update({ config: JSON.stringify(config) });
    await scene.deliver(image);
    expect(contents()).toEqual([{ id: '81' }, { id: '82' }]);
  });

  // The requests to the providers, and what follows from their answers, do not depend on the database.
  if (target === 'Postgres') return;

  test('a document has the name that the customer sees, by default that of the file', async () => {
    const { scene, file } = await aShop();
    await scene.deliver({ type: 'document', media: { id: file.id } });
    await scene.deliver({ type: 'document', media: { id: file.id }, filename: 'Our menu.png' });
    expect(contents()).toMatchObject([{ filename: 'menu.png' }, { filename: 'Our menu.png' }]);
  });

  test('the header of a template names the upload', async () => {
    const { scene, file } = await aShop();
    const template = { name: 'hi', language: 'en', variables: { 'header.image': file.id } };
    expect(await scene.deliver({ type: 'template', template })).toMatchObject({ status: 'sent' });
    const parameters = [{ type: 'image', image: { id: '81' } }];
    expect(contents()).toMatchObject([{ components: [{ type: 'header', parameters }] }]);
  });

  test('Instagram gets a link that serves the bytes', async () => {
    const { scene, image } = await aShop('instagram_graph');
    const { media, secrets } = server.deps;
    const setUrl = (url: string) =>
      Object.assign(media, { links: new MediaLinks(secrets.links, url) });
    for (const url of [undefined, 'http://localhost:3000', 'https://192.168.1.20']) {
      if (url !== undefined) setUrl(url);
      expect((await scene.deliver(image)).error, url).toMatchObject({
        code: 'SVC-MEDIA-FAILED',
        providerMessage: expect.stringContaining('PARLEY_PUBLIC_URL'),
      });
    }
    const inside = { type: 'image', media: { url: 'https://10.0.0.1/menu.png' } };
    expect((await scene.deliver(inside)).error).toMatchObject({
      code: 'SVC-MEDIA-FAILED',
      providerMessage: expect.stringContaining('not that of a public address'),
    });
    expect(server.provider.requests).toEqual([]);
    setUrl(publicUrl);
    expect(await scene.deliver(image)).toMatchObject({ status: 'sent' });
    const [request] = server.provider.requests;
    const { type, payload } = request?.body.message.attachment ?? {};
    expect([type, payload.url.slice(0, publicUrl.length)]).toEqual(['image', publicUrl]);
    const answer = await fetch(server.baseUrl + payload.url.slice(publicUrl.length));
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toBe(png);
  });

  test('TikTok gets the bytes, and the message names its id', async () => {
    const { scene, image } = await aShop('tiktok_business');
    expect(await scene.deliver(image)).toMatchObject({ status: 'sent' });
    const [upload, message] = server.provider.requests.filter(({ method }) => method === 'POST');
    expect(upload?.body).toContain(`filename="file.png"\r\nContent-Type: image/png\r\n\r\n${png}`);
    expect(message?.body.image).toEqual({ media_id: 'v1' });
  });

  test.each([
    [
      { status: 400, body: { error: { code: 100, message: 'Bad file' } } },
      { code: 'SVC-MEDIA-FAILED', providerCode: '100', providerMessage: 'Bad file' },
    ],
    [
      { status: 401, body: { error: { code: 190 } } },
      { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' },
    ],
  ])('an upload that the provider refuses with %j fails the message', async (answer, error) => {
    const { scene, image } = await aShop();
    server.provider.answer = () => answer;
    expect(await scene.deliver(image)).toMatchObject({ status: 'failed', error });
    expect(paths()).toEqual(['media']);
  });

  test.each(['break' as const, { status: 503, body: '' }, { body: 'OK' }])(
    'after an upload that ends with %j the message is sent later, and once',
    async (failure) => {
      const { scene, image } = await aShop();
      const { answer } = server.provider;
      server.provider.answer = () => failure;
      const message = await scene.deliver(image);
      expect(message).toMatchObject({ status: 'queued', attempts: 1 });
      server.provider.answer = answer;
      await server.advance(20_000);
      await drainProviders(server);
      expect(await scene.message(message.id)).toMatchObject({ status: 'sent', attempts: 2 });
      expect(contents()).toHaveLength(1);
    },
  );

  test.each([
    ['by a file store that breaks off does not pause the channel', 'Error', 0],
    ['by the end of the request pauses the channel', 'AbortError', 1],
  ])('an upload that ends %s', async (_what, name, attempts) => {
    const { scene, image } = await aShop();
    const broken = Object.assign(new Error('the stream ended'), { name });
    const cut = Readable.from(
      (async function* () {
        yield Buffer.from(png.slice(0, 8), 'latin1');
        throw broken;
      })(),
    );
    vi.spyOn(server.deps.media.files, 'open').mockResolvedValueOnce(cut);
    const message = await scene.deliver(image);
    expect(message).toMatchObject({ status: 'queued', attempts });
    const channel = server.deps.database.writer('channels').where({ id: scene.channel.id });
    expect((await channel.first()).paused_until > 0).toBe(attempts > 0);
    await server.advance(20_000);
    await drainProviders(server);
    const sent = { status: 'sent', attempts: attempts + 1 };
    expect(await scene.message(message.id)).toMatchObject(sent);
    expect(contents()).toHaveLength(1);
  });
});
