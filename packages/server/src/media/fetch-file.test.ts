import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import {
  type ChannelServer,
  type ConnectedScene,
  connectedScene,
  drainProviders,
  startWithProvider,
} from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import { forgetJobs, makeDue } from '../../test/scene.ts';
import { mediaTable } from './table.ts';

const files: Readonly<Record<string, string>> = {
  '/menu.png': '\x89PNG\r\n\x1a\n\0',
  '/clip': '\0\0\0\x18ftypisom',
  '/voice.ogg': 'OggS\0\x02________________________OpusHead',
  '/bill.pdf': '%PDF-1.7 a bill',
  '/wave.webp': 'RIFF\0\0\0\0WEBP',
  '/page.png': '<html>',
  '/large.png': `\x89PNG\r\n\x1a\n${'x'.repeat(5 * 1_048_576)}`,
};
const urlOf = (path: string) => `https://files.example.com${path}`;

describe.each(targets)('files at URLs on %s', (target) => {
  let server: ChannelServer;
  let scene: ConnectedScene;
  /** The statuses with which the next requests for files are answered. */
  let statuses: number[] = [];
  beforeAll(async () => {
    server = await startWithProvider(target);
    const { fetches } = server.deps.outbound;
    // Requests to the host of the files arrive at the fake provider.
    const toProvider = (dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] => {
      return (options, handler) => {
        const isFile = String(options.origin) === 'https://files.example.com';
        const moved = { ...options, origin: server.provider.url };
        return dispatch(isFile ? moved : options, handler);
      };
    };
    const agent = fetches.agent.compose(toProvider) as Agent;
    Object.assign(server.deps.outbound, { fetches: { ...fetches, agent } });
  });
  beforeEach(async () => {
    scene = await connectedScene(server, 'whatsapp_cloud');
    statuses = [];
    server.provider.requests = [];
    let made = 0;
    server.provider.answer = ({ method, path }) => {
      made += 1;
      const id = `${scene.channel.id}.${made}`;
      if (method === 'POST') {
        return { body: path.endsWith('/media') ? { id: '17' } : { messages: [{ id }] } };
      }
      const [status = 200] = statuses.splice(0, 1);
      const headers = { 'content-type': 'image/png', location: 'http://169.254.169.254/latest/' };
      const bytes = Buffer.from(files[path] ?? '', 'latin1');
      return { status, headers, body: Readable.from([bytes]) };
    };
  });
  afterEach(() => forgetJobs(server));
  afterAll(() => server.close());

  const requests = () => server.provider.requests.map(({ method, path }) => `${method} ${path}`);
  const uploadPath = 'POST /v25.0/106540352242922/media';
  const sendPath = 'POST /v25.0/106540352242922/messages';

  test('are stored, uploaded and sent with their names and types', async () => {
    for (const [type, path, more, mimeType, expected] of [
      ['image', '/menu.png', { caption: 'Menu' }, 'image/png', { caption: 'Menu' }],
      ['video', '/clip', {}, 'video/mp4', {}],
      ['audio', '/voice.ogg', { voice: true }, 'audio/ogg', { voice: true }],
      [
        'document',
        '/bill.pdf',
        { caption: 'See' },
        'application/pdf',
        { caption: 'See', filename: 'bill.pdf' },
      ],
      ['document', '/bill.pdf', { filename: 'm.pdf' }, 'application/pdf', { filename: 'm.pdf' }],
      ['sticker', '/wave.webp', {}, 'image/webp', {}],
    ] as const) {
      server.provider.requests = [];
      const message = await scene.deliver({ type, media: { url: urlOf(path) }, ...more });
      expect(message).toMatchObject({ status: 'sent', attempts: 1 });
      const body = server.provider.requests.at(-1)?.body;
      expect(body[type]).toEqual({ id: '17', ...expected });
      const [attachment] = message.attachments;
      const sizeBytes = files[path]?.length;
      const stored = { mimeType, sizeBytes, status: 'stored', mediaId: expect.any(String) };
      expect(attachment).toMatchObject(stored);
      const headers = { 'x-api-key': scene.apiKey };
      const answer = await fetch(`${server.baseUrl}${attachment?.url}`, { headers });
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toBe(files[path]);
    }
  });

  test('are uploaded once if several messages name them', async () => {
    const body = { type: 'image', media: { url: urlOf('/menu.png') } };
    await scene.deliver(body);
    const first = ['GET /menu.png', uploadPath, sendPath];
    expect(requests()).toEqual(first);
    const asked = await askedPlans(async () => void (await scene.deliver(body)));
    expect(requests()).toEqual([...first, 'GET /menu.png', sendPath]);
    // However many messages have the file, the server reads the newest records of it without sorting.
    const read = asked.find(({ text }) => text.includes('from media') && text.includes('sha256 ='));
    if (target === 'Postgres') expect(read?.plan).toBe('Index Scan on media');
    else expect(read?.plan).toMatch(/^SEARCH media USING INDEX media_by_digest [^;]*$/);
    // The provider no longer knows the upload, of which each message has a copy.
    const { answer } = server.provider;
    server.provider.answer = (request) => {
      const isSend = request.path.endsWith('/messages');
      return isSend ? { status: 400, body: { error: { code: 131_009 } } } : answer(request);
    };
    expect(await scene.deliver(body)).toMatchObject({ status: 'failed' });
    server.provider.answer = answer;
    server.provider.requests = [];
    expect(await scene.deliver(body)).toMatchObject({ status: 'sent' });
    expect(requests()).toEqual(first);
  });

  test('that the channel does not accept fail the message without a request to the provider', async () => {
    for (const [path, status, reason] of [
      ['/page.png', 200, 'The file is text/html with 6 bytes; whatsapp accepts image/'],
      ['/large.png', 200, 'The file has more than 5242880 bytes.'],
      ['/menu.png', 404, 'The server answered with status 404.'],
      ['/menu.png', 302, 'The destination address is not allowed.'],
    ] as const) {
      statuses = [status];
      server.provider.requests = [];
      const message = await scene.deliver({ type: 'image', media: { url: urlOf(path) } });
      const providerMessage = expect.stringContaining(reason);
      const error = { code: 'SVC-MEDIA-FAILED', providerMessage, providerCode: null };
      expect(message).toMatchObject({ status: 'failed', error });
      expect(requests()).toEqual([`GET ${path}`]);
    }
    expect(await scene.ctx.db.select(mediaTable)).toEqual([]);
  });

  test('are uploaded to TikTok, unless they are larger than TikTok accepts', async () => {
    const { answer } = server.provider;
    server.provider.answer = (request) => {
      if (request.method !== 'POST') return answer(request);
      const isUpload = request.path.endsWith('/upload/');
      const data = isUpload ? { media_id: '18' } : { message: { message_id: scene.channel.id } };
      return { body: { code: 0, data } };
    };
    const send = async (path: string) => {
      const tiktok = await connectedScene(server, 'tiktok_business');
      server.provider.requests = [];
      return await tiktok.deliver({ type: 'image', media: { url: urlOf(path) } });
    };
    const tooLarge = 'The file has more than 3145728 bytes.';
    const error = { code: 'SVC-MEDIA-FAILED', providerMessage: tooLarge };
    expect(await send('/large.png')).toMatchObject({ status: 'failed', error });
    expect(requests()).toEqual(['GET /large.png']);
    expect(await send('/menu.png')).toMatchObject({
      status: 'sent',
      attempts: 1,
      attachments: [
        { mimeType: 'image/png', sizeBytes: files['/menu.png']?.length, status: 'stored' },
      ],
    });
    const api = '/open_api/v1.3/business/message';
    expect(requests()).toEqual([
      'GET /menu.png',
      `POST ${api}/media/upload/`,
      `GET ${api}/capabilities/get/`,
      `POST ${api}/send/`,
    ]);
    const [, upload, , message] = server.provider.requests;
    expect(upload?.body).toContain(`Content-Type: image/png\r\n\r\n${files['/menu.png']}`);
    expect(message?.body.image).toEqual({ media_id: '18' });
  });

  test('are asked for again after a temporary failure', async () => {
    statuses = [503];
    const media = { url: urlOf('/menu.png') };
    const { id, status } = await scene.deliver({ type: 'image', media });
    expect([status, requests()]).toEqual(['queued', ['GET /menu.png']]);
    await makeDue(server);
    await drainProviders(server);
    expect(await scene.message(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });
});
