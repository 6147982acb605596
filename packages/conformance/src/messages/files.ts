import { channelCapabilities, channelType, type MediaFile, type MediaType } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { dot } from '../media.fixtures.ts';
import { aChannel, aMessage, createScene, messageWith, missingId, type Scene } from '../scene.ts';
import { startOwn, type Targets } from '../target.ts';
import { aTemplate } from '../templates/records.ts';

const customers = {
  whatsapp: '5511912345654',
  instagram: '17841400000000654',
  tiktok: 'conversation-654',
} as const;

/** For each type: the first bytes of a file that every network with this type accepts, and its name. */
const samples: Record<MediaType, [head: string, filename: string]> = {
  image: [dot.toString('latin1'), 'dot.png'],
  video: ['\0\0\0\x18ftypisom', 'clip.mp4'],
  audio: ['\0\0\0\x18ftypM4A ', 'sound.m4a'],
  document: ['%PDF-1.7', 'bill.pdf'],
  sticker: ['RIFF\0\0\0\0WEBP', 'hello.webp'],
};

export function testFiles({ running, paused, start }: Targets): void {
  test.each(channelType.options)('a stored file can be sent on %s and is kept', async (type) => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene, { type });
    for (const { type: kind } of channelCapabilities[type].content.media) {
      const file = await aFile(scene, kind);
      const { mimeType, filename, sizeBytes, sha256, id: mediaId } = file;
      const to = customers[type];
      const message = await aMessage(scene, { channelId, to, type: kind, media: { id: file.id } });
      expect(message.attachments).toEqual([
        {
          id: expect.stringMatching(/^att_/),
          kind,
          ...{ mimeType, filename, sizeBytes, sha256, mediaId },
          url: `/api/v1/media/${mediaId}/content`,
          isVoice: false,
          status: 'stored',
          failureReason: null,
        },
      ]);
      const kept = await scene.api.media.get({ params: { id: mediaId } });
      expect(kept).toMatchObject({ sha256, expiresAt: null });
    }
  });

  test('refuses a file of a type or size that the channel does not take, and stores nothing', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene, { type: 'tiktok' });
    const large = Buffer.concat([dot, Buffer.alloc(3 * 1_048_576)]);
    const cases: [MediaFile, string, number][] = [
      [await aFile(scene, 'document'), 'application/pdf', 8],
      [await scene.api.media.upload({ body: large }), 'image/png', large.length],
    ];
    for (const [file, mimeType, sizeBytes] of cases) {
      const answer = await scene.call('messages.send', {
        body: { channelId, to: customers.tiktok, type: 'image', media: { id: file.id } },
      });
      expect(checkError(answer)).toMatchObject({
        code: 'SVC-MEDIA-UNSUPPORTED',
        details: {
          channelType: 'tiktok',
          type: 'image',
          mimeType,
          sizeBytes,
          allowedTypes: ['image/jpeg', 'image/png'],
          maxBytes: 3 * 1_048_576,
        },
      });
      const left = await scene.api.media.get({ params: { id: file.id } });
      expect(left.expiresAt).toBe(file.expiresAt);
    }
    for (const list of ['messages', 'conversations', 'contacts'] as const) {
      expect((await scene.api[list].list()).data).toEqual([]);
    }
  });

  test('a sticker may have 100 kB, and an animated one 500 kB', async () => {
    const scene = await createScene(paused());
    const { id: channelId } = await aChannel(scene);
    const send = async (flags: string, sizeBytes: number) => {
      const head = `RIFF\0\0\0\0WEBPVP8X\0\0\0\0${flags}`;
      const bytes = Buffer.concat([Buffer.from(head, 'latin1')], sizeBytes);
      const { id, kind } = await scene.api.media.upload({ body: bytes });
      const body = { channelId, to: customers.whatsapp, type: 'sticker', media: { id } };
      const answer = await scene.call('messages.send', { body });
      return [kind, answer.status, answer.status === 202 || checkError(answer).details];
    };
    const refusedAbove = (maxBytes: number) =>
      expect.objectContaining({ type: 'sticker', maxBytes });
    expect([
      await send('\0', 102_400),
      await send('\0', 102_401),
      await send('\0', 512_000),
      await send('\x02', 512_000),
      await send('\x02', 512_001),
    ]).toEqual([
      ['sticker', 202, true],
      ['document', 422, refusedAbove(102_400)],
      ['document', 422, refusedAbove(102_400)],
      ['sticker', 202, true],
      ['document', 422, refusedAbove(512_000)],
    ]);
  });

  test('the file of another tenant is answered like one that does not exist', async () => {
    const [mine, theirs] = [await createScene(paused()), await createScene(paused())];
    const { id: channelId } = await aChannel(mine);
    for (const id of [(await aFile(theirs, 'image')).id, missingId('med'), 'nonsense']) {
      const answer = await mine.call('messages.send', {
        body: { channelId, to: customers.whatsapp, type: 'image', media: { id } },
      });
      const details = { resource: 'media', id };
      expect(checkError(answer)).toMatchObject({ code: 'SVC-NOT-FOUND', details });
    }
    expect((await mine.api.contacts.list()).data).toEqual([]);
  });

  test.each([
    ['variables', (id: string) => ({ variables: { 'header.image': id, 1: 'Ana' } })],
    [
      'components',
      (id: string) => ({
        components: [
          { type: 'header', parameters: [{ type: 'image', image: { id } }] },
          { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
        ],
      }),
    ],
  ])('a template takes a stored file for its header in its %s', async (_form, values) => {
    const scene = await createScene(running());
    const { id: channelId } = await aChannel(scene);
    const parts = [
      { type: 'header' as const, format: 'image' as const },
      { type: 'body' as const, text: 'Hello {{1}}, look.' },
    ];
    const examples = { 'header.image': 'https://files.example.com/a.jpg', 1: 'Ana' };
    const body = { components: parts, examples };
    const { name, language } = await aTemplate(scene, body, channelId);
    const send = (id: string) =>
      scene.call('messages.send', {
        body: {
          channelId,
          to: customers.whatsapp,
          type: 'template',
          template: { name, language, ...values(id) },
        },
      });
    const { id } = await aFile(scene, 'image');
    const answer = await send(id);
    expect(answer.status, answer.text).toBe(202);
    const header = { type: 'header', parameters: [{ type: 'image', image: { id } }] };
    expect(answer.json).toMatchObject({ template: { components: [header, {}] } });
    expect((await scene.api.media.get({ params: { id } })).expiresAt).toBeNull();
    expect(checkError(await send((await aFile(scene, 'video')).id)).code).toBe(
      'SVC-MEDIA-UNSUPPORTED',
    );
    expect(checkError(await send(missingId('med'))).code).toBe('SVC-NOT-FOUND');
  });

  test('a document in the header of a template has the name of its file', async () => {
    const scene = await createScene(running());
    const { channelId, name, language } = await aBill(scene);
    const { id } = await aFile(scene, 'document');
    const headerOf = (document: object) => ({
      type: 'header',
      parameters: [{ type: 'document', document }],
    });
    const forms: [values: object, filename: string][] = [
      [{ variables: { 'header.document': id } }, 'bill.pdf'],
      [{ components: [headerOf({ id })] }, 'bill.pdf'],
      [{ components: [headerOf({ id, filename: 'March.pdf' })] }, 'March.pdf'],
    ];
    for (const [values, filename] of forms) {
      const { template } = await aMessage(scene, {
        channelId,
        type: 'template',
        template: { name, language, ...values },
      });
      expect(template?.components).toEqual([headerOf({ id, filename })]);
    }
  });

  test('refuses a header of a template that is neither a stored file nor a URL', async () => {
    const scene = await createScene(paused());
    const { channelId, id: templateId, name, language } = await aBill(scene);
    for (const file of ['bill.pdf', 'file:///bill.pdf', 'https://']) {
      const values = { variables: { 'header.document': file } };
      const sent = await scene.call('messages.send', {
        body: {
          channelId,
          to: customers.whatsapp,
          type: 'template',
          template: { name, language, ...values },
        },
      });
      const details = { rule: 'header_file', field: 'template.variables' };
      expect(checkError(sent), file).toMatchObject({ code: 'SVC-RULE-VIOLATION', details });
      const params = { id: channelId, templateId };
      const shown = await scene.call('templates.preview', { params, body: values });
      expect(checkError(shown).details).toEqual({ rule: 'header_file', field: 'variables' });
    }
    expect((await scene.api.messages.list()).data).toEqual([]);
  });

  test('a scheduled message fails if its file was deleted', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const file = await scene.api.media.upload({ body: dot });
    const sendAt = new Date(target.now().getTime() + 3_600_000).toISOString();
    const { id } = await aMessage(scene, { type: 'image', media: { id: file.id }, sendAt });
    await scene.api.media.delete({ params: { id: file.id } });
    await target.advance(3_601_000);
    const { error, attempts } = await messageWith(scene, id, 'failed');
    expect([attempts, error]).toMatchObject([1, { code: 'SVC-MEDIA-FAILED', retryable: false }]);
  });

  test('a sent file outlives its upload, also when the message is scheduled', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id: channelId } = await aChannel(scene);
    const files = [await aFile(scene, 'image'), await aFile(scene, 'image')];
    const sendAt = new Date(Date.parse(files[0]?.createdAt ?? '') + 3_600_000).toISOString();
    for (const [index, { id }] of files.entries()) {
      const more = index === 1 ? { sendAt } : {};
      await aMessage(scene, { channelId, type: 'image', media: { id }, ...more });
    }
    await target.advance(9 * 86_400_000);
    for (const { id } of files) {
      expect((await scene.api.media.get({ params: { id } })).expiresAt).toBeNull();
    }
  });
}

async function aFile(scene: Scene, kind: MediaType): Promise<MediaFile> {
  const [head, filename] = samples[kind];
  return await scene.api.media.upload({ body: Buffer.from(head, 'latin1'), query: { filename } });
}

/** Creates a template with a document in its header, and its channel. */
async function aBill(scene: Scene) {
  const { id: channelId } = await aChannel(scene);
  const components = [
    { type: 'header' as const, format: 'document' as const },
    { type: 'body' as const, text: 'Your bill.' },
  ];
  const examples = { 'header.document': 'https://files.example.com/a.pdf' };
  return await aTemplate(scene, { components, examples }, channelId);
}
