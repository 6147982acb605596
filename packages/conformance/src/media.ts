import { createHash } from 'node:crypto';
import { apiPrefixes, type MediaFile, mediaLimits } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { checkError } from './answer.ts';
import { type Answer, send } from './http.ts';
import { dot } from './media.fixtures.ts';
import { createScene, missingId, type Scene } from './scene.ts';
import { startOwn, type Targets } from './target.ts';

export function describeMedia({ running, start }: Targets): void {
  describe('media', () => {
    test('keeps what was uploaded, and serves the same bytes', async () => {
      const scene = await createScene(running());
      const file = await scene.api.media.upload({ body: dot, query: { filename: 'dot.png' } });
      expect(file).toMatchObject({
        kind: 'image',
        mimeType: 'image/png',
        filename: 'dot.png',
        sizeBytes: dot.length,
        sha256: digestOf(dot),
        width: 1,
        height: 1,
      });
      const madeMs = Date.parse(file.createdAt);
      const days = (Date.parse(file.expiresAt ?? '') - madeMs) / 86_400_000;
      expect(days).toBe(mediaLimits.unusedDays);
      const { url, ...shown } = await scene.api.media.get({ params: { id: file.id } });
      expect(shown).toEqual({ ...file, url: undefined });
      const answer = await download(scene, file.id);
      expect(digestOf(answer.bytes)).toBe(file.sha256);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('content-disposition')).toBe('inline; filename="dot.png"');
    });

    test('accepts the one file of a form', async () => {
      const scene = await createScene(running());
      const answer = await sendForm(scene, [filePart('file', 'fünf "mal".png', dot)]);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json).toMatchObject({
        filename: 'fünf mal.png',
        mimeType: 'image/png',
        sha256: digestOf(dot),
      });
    });

    test.each([
      ['name=file; filename=dot.png', 'dot.png'],
      [`name="file"; filename="a.png"; filename*=UTF-8''d%C3%B6t.png`, 'döt.png'],
      [`name="file"; filename*=iso-8859-1''d%F6t.png`, 'döt.png'],
      [`name="file"; filename*=iso-8859-1''d%80t.png`, 'dt.png'],
      ['name="file"; filename="C:\\dir\\dot.png"', 'dot.png'],
    ])('a form with %s has the file %s', async (disposition, filename) => {
      const scene = await createScene(running());
      const answer = await sendForm(scene, [partOf(disposition, dot)]);
      expect(answer.json, answer.text).toMatchObject({ filename, sha256: digestOf(dot) });
    });

    test.each(['application/octet-stream', 'Application/Octet-Stream; charset=binary'])(
      'a part of the type %s is a file also without a file name',
      async (type) => {
        const scene = await createScene(running());
        const { json, text } = await sendForm(scene, [partOf('name="file"', dot, type)]);
        expect(json, text).toMatchObject({ filename: null, mimeType: 'image/png' });
      },
    );

    const file = filePart('file', 'dot.png', dot);
    const photo = filePart('photo', 'dot.png', dot);
    const field = filePart('caption', undefined, bytes('A dot'));
    const unreadable = partOf('name="file"; filename="dot.png', dot);
    test.each<[string, Uint8Array[], string, code?: string]>([
      ['no file', [], 'must not be empty', 'required'],
      ['two files', [file, file], 'must be one file'],
      ['a file of another name', [photo], 'must be named `file`'],
      ['two files of different names', [file, photo], 'must be named `file`'],
      ['a field and a file', [field, file], 'must be a file with a `filename`'],
      ['a file and a field', [file, field], 'must be a file with a `filename`'],
      ['a part with an open quote and a file', [unreadable, file], 'must be one file'],
      ['a file and a part with an open quote', [file, unreadable], 'must be one file'],
      ['a file without a name', [filePart('file', '', dot)], 'must be a file with a `filename`'],
      ['a part with an open quote', [unreadable], 'must not be empty', 'required'],
      ...[
        'filename=a dot.png',
        'filename="dot.png" x',
        "filename*=UTF-8''d%ZZ.png",
        'filename*=dot.png',
      ].map((name): [string, Uint8Array[], string, string] => [
        name,
        [partOf(`name="file"; ${name}`, dot)],
        'must not be empty',
        'required',
      ]),
    ])('refuses a form with %s', async (_title, parts, message, code = 'invalid_format') => {
      const scene = await createScene(running());
      expect(checkError(await sendForm(scene, parts))).toMatchObject({
        code: 'SVC-VALIDATION',
        details: { issues: [{ in: 'body', path: 'file', code, message }] },
      });
    });

    test('refuses a form that is cut off, and one without a boundary', async () => {
      const scene = await createScene(running());
      const whole = formOf([filePart('file', 'dot.png', dot)]);
      const cut = await upload(scene, whole.subarray(0, -20), formType);
      expect(checkError(cut).code).toBe('SVC-VALIDATION');
      const bare = await upload(scene, whole, 'multipart/form-data');
      expect(checkError(bare)).toMatchObject({
        code: 'SVC-UNSUPPORTED-MEDIA-TYPE',
        message: expect.stringContaining('`boundary`'),
      });
    });

    test('the bytes decide the type, and not the type that the client gives', async () => {
      const scene = await createScene(running());
      const cases: [string, Uint8Array, string, Partial<MediaFile>][] = [
        ['application/octet-stream', dot, 'x', { mimeType: 'image/png', kind: 'image' }],
        ['text/plain', bytes('%PDF-1.7\n'), 'x', { mimeType: 'application/pdf', kind: 'document' }],
        ['application/pdf', bytes('<html>Hi</html>'), 'x.pdf', { mimeType: 'text/html' }],
        ['text/plain', bytes('<svg onload="alert(1)"/>'), 'x', { mimeType: 'image/svg+xml' }],
        ['text/csv', bytes('a,b\n1,2\n'), 'x.csv', { mimeType: 'text/csv', kind: 'document' }],
        ['audio/mp4', bytes('\0\0\0\x18ftypisom'), 'x', { mimeType: 'audio/mp4', kind: 'audio' }],
        ['', bytes('\0\0\0\x18ftypisom'), 'x', { mimeType: 'video/mp4', kind: 'video' }],
        ['', bytes('\x01\x02\x03'), 'x', { mimeType: 'application/octet-stream' }],
      ];
      for (const [type, body, filename, expected] of cases) {
        const answer = await upload(scene, body, type, filename);
        expect(answer.status, answer.text).toBe(201);
        expect(answer.json).toMatchObject(expected);
      }
    });

    test('stores a picture without its size if its header has an impossible one', async () => {
      const scene = await createScene(running());
      for (const [at, side] of [16, 20].flatMap((at) =>
        [0, 2 ** 31].map((side) => [at, side] as const),
      )) {
        const body = Uint8Array.from(dot);
        new DataView(body.buffer).setUint32(at, side);
        const answer = await upload(scene, body, 'image/png', 'x.png');
        expect(answer.status, answer.text).toBe(201);
        const kind = side === 0 ? 'image' : 'document';
        expect(answer.json).toMatchObject({ kind, width: null, height: null });
      }
    });

    test('refuses a file that is called a picture, sound or video and is none', async () => {
      const scene = await createScene(running());
      for (const [type, body] of [
        ['image/png', bytes('<html>')],
        ['image/svg+xml', bytes('just text')],
        ['video/mp4', dot],
        ['audio/mpeg', bytes('PK\x03\x04')],
      ] as const) {
        expect(checkError(await upload(scene, body, type))).toMatchObject({
          code: 'SVC-RULE-VIOLATION',
          details: { rule: 'content_matches_type' },
        });
      }
    });

    test('refuses an empty file and a packed one', async () => {
      const scene = await createScene(running());
      const empty = await upload(scene, new Uint8Array(), 'image/png');
      expect(checkError(empty).code).toBe('SVC-VALIDATION');
      const packed = await send(running().baseUrl, {
        ...call(scene),
        raw: dot,
        headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
      });
      expect(checkError(packed)).toMatchObject({
        code: 'SVC-UNSUPPORTED-MEDIA-TYPE',
        message: 'Send the file without a `Content-Encoding`.',
      });
    });

    test('serves markup and documents as downloads that run nothing', async () => {
      const scene = await createScene(running());
      for (const body of [
        '<script>alert(1)</script>',
        '<svg/>',
        '%PDF-1.7',
        'GIF89a\x01\0\x01\0</script>',
      ]) {
        const { json } = await upload(scene, bytes(body), '', '../../évil\r\n\u202e.html');
        const { id, filename } = json as MediaFile;
        expect(filename).toBe('évil.html');
        const { headers } = await download(scene, id);
        const isPicture = body.startsWith('GIF');
        expect(headers.get('content-disposition')).toBe(
          `${isPicture ? 'inline' : 'attachment'}; filename="_vil.html"; filename*=UTF-8''%C3%A9vil.html`,
        );
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      }
    });

    test('serves one range, and the whole file for a range that it cannot serve', async () => {
      const scene = await createScene(running());
      const { id } = await scene.api.media.upload({ body: dot });
      const cases: [string, number, string | null][] = [
        ['bytes=0-3', 206, `bytes 0-3/${dot.length}`],
        ['bytes=4-', 206, `bytes 4-${dot.length - 1}/${dot.length}`],
        ['bytes=-5', 206, `bytes ${dot.length - 5}-${dot.length - 1}/${dot.length}`],
        [`bytes=10-${dot.length + 100}`, 206, `bytes 10-${dot.length - 1}/${dot.length}`],
        [`bytes=${dot.length}-`, 200, null],
        ['bytes=5-2', 200, null],
        ['bytes=0-1,3-4', 200, null],
        ['lines=1-2', 200, null],
      ];
      for (const [range, status, contentRange] of cases) {
        const answer = await download(scene, id, { range });
        expect([range, answer.status, answer.headers.get('content-range')]).toEqual([
          range,
          status,
          contentRange,
        ]);
        const [start = 0, end = dot.length - 1] =
          (contentRange ?? '').match(/\d+/g)?.map(Number) ?? [];
        expect(Buffer.from(answer.bytes).equals(dot.subarray(start, end + 1)), range).toBe(true);
      }
      const stale = await download(scene, id, { range: 'bytes=0-3', 'if-range': '"other"' });
      expect(stale.status).toBe(200);
    });

    test('the link of a file works without a key, and for this file only', async () => {
      const scene = await createScene(running());
      const { url } = await scene.api.media.upload({ body: dot });
      const other = await scene.api.media.upload({ body: bytes('other') });
      const { baseUrl } = scene.target;
      const answer = await fetchBytes(baseUrl + url);
      expect([answer.status, digestOf(answer.bytes)]).toEqual([200, digestOf(dot)]);
      const malformed = { authorization: 'Basic dXNlcjpwYXNz' };
      const path = pathOf(url);
      const withKey = await send(baseUrl, { method: 'GET', path, headers: malformed });
      expect(checkError(withKey).details).toEqual({ reason: 'malformed' });
      const swapped = other.url.replace(/token=.*/, url.slice(url.indexOf('token=')));
      const later = url.replace(/\.(\d+)\./, (_, end: string) => `.${Number(end) + 60}.`);
      const twice = url.replace(/token=.*/, '$&&$&');
      const changed = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A');
      const empty = url.replace(/token=.*/, 'token=');
      const without = url.replace(/\?.*/, '');
      for (const wrong of [swapped, later, twice, changed, empty, without, `${url}.x`]) {
        const refused = await send(baseUrl, { method: 'GET', path: pathOf(wrong) });
        expect(checkError(refused), wrong).toMatchObject({
          code: 'SVC-UNAUTHORIZED',
          message: expect.stringMatching(wrong.includes('token=') ? /^The link/ : /^The API key/),
          details: { reason: 'missing' },
        });
      }
      const elsewhere = await send(baseUrl, {
        method: 'GET',
        path: pathOf(url).replace('/content', ''),
      });
      expect(checkError(elsewhere).code).toBe('SVC-UNAUTHORIZED');
    });

    test('links end with the file and with the tenant', async () => {
      const scene = await createScene(running());
      const { baseUrl } = scene.target;
      const [gone, kept] = [
        await scene.api.media.upload({ body: dot }),
        await scene.api.media.upload({ body: dot }),
      ];
      await scene.api.media.delete({ params: { id: gone.id } });
      const missing = await send(baseUrl, { method: 'GET', path: pathOf(gone.url) });
      expect(checkError(missing).code).toBe('SVC-NOT-FOUND');
      expect((await fetchBytes(baseUrl + kept.url)).status).toBe(200);
      await scene.tenant.suspend();
      const suspended = await send(baseUrl, { method: 'GET', path: pathOf(kept.url) });
      expect(checkError(suspended).code).toBe('SVC-TENANT-SUSPENDED');
    });

    test('two tenants with the same bytes do not see each other’s file', async () => {
      const [mine, theirs] = [await createScene(running()), await createScene(running())];
      const file = await mine.api.media.upload({ body: dot });
      await theirs.api.media.upload({ body: dot });
      const answer = await theirs.call('media.download', { params: { id: file.id } });
      expect(checkError(answer).code).toBe('SVC-NOT-FOUND');
      const missing = await theirs.call('media.get', { params: { id: missingId('med') } });
      expect(checkError(missing).code).toBe('SVC-NOT-FOUND');
    });

    test('a repeated upload with one Idempotency-Key makes one file', async () => {
      const scene = await createScene(running());
      const request = { body: dot, idempotencyKey: 'upload-1' };
      const [first, second] = [
        await scene.call('media.upload', request),
        await scene.call('media.upload', request),
      ];
      expect(second.json).toEqual(first.json);
      const other = await scene.call('media.upload', { ...request, body: bytes('other') });
      expect(checkError(other).code).toBe('SVC-IDEMPOTENCY-MISMATCH');
    });

    test('a link ends after 15 minutes, and a file without a message after 7 days', async () => {
      await using target = await startOwn(start);
      const scene = await createScene(target);
      const { id, url } = await scene.api.media.upload({ body: dot });
      await target.advance(14 * 60_000);
      expect((await fetchBytes(target.baseUrl + url)).status).toBe(200);
      await target.advance(2 * 60_000);
      const over = await send(target.baseUrl, { method: 'GET', path: pathOf(url) });
      expect(checkError(over).code).toBe('SVC-UNAUTHORIZED');
      await target.advance((mediaLimits.unusedDays * 24 + 2) * 3_600_000);
      const gone = await scene.call('media.get', { params: { id } });
      expect(checkError(gone).code).toBe('SVC-NOT-FOUND');
    });
  });
}

const boundary = 'parley-boundary';
const formType = `multipart/form-data; boundary=${boundary}`;

function call({ tenant }: Scene) {
  return { method: 'POST', path: '/media', key: tenant.apiKey } as const;
}

async function upload(
  scene: Scene,
  raw: Uint8Array,
  type: string,
  filename?: string,
): Promise<Answer> {
  const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
  return await send(scene.target.baseUrl, { ...call(scene), headers, raw, query: { filename } });
}

async function sendForm(scene: Scene, parts: readonly Uint8Array[]): Promise<Answer> {
  return await upload(scene, formOf(parts), formType);
}

function formOf(parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Returns a part of a form with a file; without `filename`, a field. */
function filePart(name: string, filename: string | undefined, content: Uint8Array): Buffer {
  const named = filename === undefined ? '' : `; filename="${filename.replaceAll('"', '\\"')}"`;
  return partOf(`name="${name}"${named}`, content, filename === undefined ? '' : undefined);
}

function partOf(disposition: string, content: Uint8Array, type = 'image/png'): Buffer {
  const typed = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${typed}\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

interface Bytes {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

async function download(
  { target, tenant }: Scene,
  id: string,
  headers: Record<string, string> = {},
): Promise<Bytes> {
  return await fetchBytes(`${target.baseUrl}${apiPrefixes[0]}/media/${id}/content`, {
    ...headers,
    authorization: `Bearer ${tenant.apiKey}`,
  });
}

async function fetchBytes(url: string, headers: Record<string, string> = {}): Promise<Bytes> {
  const answer = await fetch(url, { headers });
  const { status } = answer;
  return { status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** Returns the path of a link, without the API prefix. */
function pathOf(url: string): string {
  return url.slice(apiPrefixes[0].length);
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
