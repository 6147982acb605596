import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, ReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaFile } from '@parley/contract/schemas';
import { receivedLimit } from '@parley/domain';
import { pino } from 'pino';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { connectedScene, drainProviders, startWithProvider } from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import { startPatientClock } from '../../test/patient-clock.ts';
import { startServer } from '../../test/start-server.ts';
import { channels } from '../channels/service.ts';
import { readConfig } from '../config.ts';
import { receiveMessage } from '../inbound/receive.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { FileMissingError, type Owner } from './file-store.ts';
import { emptySha256, s3Path, signedHeaders } from './s3-signature.ts';
import { createS3Store } from './s3-store.ts';
import { mediaTable } from './table.ts';

// The example requests and signatures of AWS's documentation of Signature Version 4.
const documented = {
  region: 'us-east-1',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const at = new Date('2013-05-24T00:00:00.000Z');
const host = 'https://examplebucket.s3.amazonaws.com';

test.each([
  [
    'GET',
    'test.txt',
    { range: 'bytes=0-9' },
    emptySha256,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    'test$file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    digestOf('Welcome to Amazon S3.'),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
])('signs %s of %s as AWS documents it', (method, key, headers, sha256, signature) => {
  const url = new URL(`${host}/${s3Path(key)}`);
  const signed = signedHeaders(documented, { method, url, headers, sha256, at });
  expect(signed['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
});

const account = { region: 'eu-central-1', accessKey: 'key-1', secretKey: 'secret/1' };

describe('files in S3', () => {
  const objects = new Map<string, { bytes: Buffer; atMs: number }>();
  let faults: number[] = [];
  /** Changes the bytes that the store returns. */
  let altered = (bytes: Buffer) => bytes;
  /** Whether the store says that it has no object when it is asked for one without its bytes. */
  let hides = false;
  /** Whether the store reads and answers nothing. */
  let isSilent = false;
  /** Sends what follows the code of an error. */
  let endError: (res: ServerResponse) => void;
  /** Sends the rest of a response without a file. */
  let endDone: (res: ServerResponse) => void;
  /** The wait before each byte of a file that the store returns, in milliseconds. */
  let byteMs = 0;
  /** Runs before the store removes an object. */
  let beforeRemoval = async () => {};
  let requests: string[] = [];
  /** The number of bytes that the store has received. */
  let received = 0;
  /** The number of bytes that a client has received from Parley. Large files are sent in step with it. */
  let downloaded = 0;
  const server = createServer((req, res) => void answer(req, res));
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => {
    objects.clear();
    faults = [];
    altered = (bytes) => bytes;
    hides = false;
    isSilent = false;
    endError = (res) => void res.end();
    endDone = endError;
    byteMs = 0;
    beforeRemoval = async () => {};
    requests = [];
    received = 0;
    downloaded = 0;
  });
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );

  /**
   * Answers as S3 does: accepts requests that are signed with the account's secret and whose body has the signed
   * digest.
   */
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = req;
    requests.push(`${method} ${url}`);
    if (isSilent) return;
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      received += chunk.length;
    }
    const bytes = Buffer.concat(chunks);
    const refuse = (status: number, code: string) => {
      res.writeHead(status);
      if (method === 'HEAD') return void res.end();
      res.write(`<Error><Code>${code}</Code></Error>`);
      endError(res);
    };
    const fault = faults.shift();
    if (fault === 0) return void req.socket.destroy();
    if (fault !== undefined) return refuse(fault, 'InternalError');
    const time = String(headers['x-amz-date']);
    const sha256 = String(headers['x-amz-content-sha256']);
    const expected = signedHeaders(account, {
      method,
      url: new URL(url, `http://${headers.host}`),
      headers: headers.range === undefined ? {} : { range: headers.range },
      sha256,
      at: new Date(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6.000Z')),
    });
    if (headers.authorization !== expected['authorization']) {
      return refuse(403, 'SignatureDoesNotMatch');
    }
    if (!url.startsWith('/bucket/')) return refuse(404, 'NoSuchBucket');
    if (digestOf(bytes) !== sha256) return refuse(400, 'XAmzContentSHA256Mismatch');
    if (method === 'PUT') {
      objects.set(url, { bytes, atMs: Date.now() });
      return endDone(res);
    }
    const found = objects.get(url);
    if (method === 'DELETE') {
      await beforeRemoval();
      objects.delete(url);
      return void res.writeHead(204).end();
    }
    if (!found || (hides && method === 'HEAD')) return refuse(404, 'NoSuchKey');
    const [, start = 0, end = found.bytes.length - 1] =
      /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')?.map(Number) ?? [];
    res.writeHead(headers.range ? 206 : 200, {
      'last-modified': new Date(found.atMs).toUTCString(),
    });
    if (method === 'HEAD') return void res.end();
    const sent = altered(found.bytes.subarray(start, end + 1));
    const parts = byteMs > 0 ? trickling(sent, byteMs) : inStep(sent, () => downloaded);
    Readable.from(parts).pipe(res);
  }

  const env = (bucket = 'bucket', secret = account.secretKey) => ({
    PARLEY_MEDIA_STORE: `s3://${bucket}/a-b/?endpoint=${endpointOf()}&region=${account.region}`,
    PARLEY_MEDIA_ACCESS_KEY: account.accessKey,
    PARLEY_MEDIA_SECRET_KEY: secret,
  });
  const endpointOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function aStore(given: Record<string, string> = env(), options = {}) {
    const { mediaStore } = readConfig({ ...given, PARLEY_DATA_DIR: tmpdir() }).config;
    if (mediaStore.kind !== 's3') throw new Error('no store of S3');
    const store = createS3Store(mediaStore, () => new Date(), options);
    onTestFinished(() => store.close());
    return store;
  }

  const owner = { db: { tenantId: 'ten_1' } } as Owner;
  function aDraft(content: string) {
    const path = join(mkdtempSync(join(tmpdir(), 's3-')), 'draft');
    writeFileSync(path, content);
    return { path, sizeBytes: content.length };
  }

  test('stores, serves and removes a file, under a key of its tenant', async () => {
    const store = aStore();
    const sha256 = digestOf('The bytes.');
    await store.put(owner, sha256, aDraft('The bytes.'));
    const key = `/bucket/a-b/ten_1/${sha256.slice(0, 2)}/${sha256}`;
    expect([...objects.keys()]).toEqual([key]);
    expect(await text(await store.open(owner, { sha256, sizeBytes: 10 }))).toBe('The bytes.');
    expect(
      await text(await store.open(owner, { sha256, sizeBytes: 10 }, { start: 4, end: 8 })),
    ).toBe('bytes');
    await store.removeOlder(owner, sha256, new Date(Date.now() - 60_000));
    expect(objects.size).toBe(1);
    await store.removeOlder(owner, sha256, new Date(Date.now() + 60_000));
    expect(objects.size).toBe(0);
    await expect(store.open(owner, { sha256, sizeBytes: 10 })).rejects.toThrow(FileMissingError);
    await store.removeOlder(owner, sha256, new Date());
  });

  test.each(['the question for its age', 'a removal that failed'])(
    'does not remove a file when the process stood still after %s',
    async (last) => {
      const store = aStore();
      const sha256 = digestOf('The bytes.');
      await store.put(owner, sha256, aDraft('The bytes.'));
      const now = performance.now.bind(performance);
      let passedMs = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
      onTestFinished(() => clock.mockRestore());
      const standStill = () => {
        passedMs = 70_000;
      };
      endError = (res) => {
        standStill();
        res.end();
      };
      for (const object of objects.values()) {
        const get = () => {
          if (last === 'a removal that failed') faults = [503];
          else standStill();
          return 0;
        };
        Object.defineProperty(object, 'atMs', { get, configurable: true });
      }
      await expect(store.removeOlder(owner, sha256, new Date())).rejects.toThrow();
      expect(passedMs).toBe(70_000);
      expect(objects.size).toBe(1);
      for (const object of objects.values()) Object.defineProperty(object, 'atMs', { value: 0 });
      await store.removeOlder(owner, sha256, new Date());
      expect(objects.size).toBe(0);
    },
  );

  test.each([
    's3://',
    's3://bucket/%zz',
    's3://bucket?endpoint=garage',
    's3://key:secret@bucket',
    's3://bucket?acl=public',
  ])('refuses the setting %s', (url) => {
    expect(() => readConfig({ ...env(), PARLEY_MEDIA_STORE: url })).toThrow('PARLEY_MEDIA_STORE');
  });

  test('asks for both keys', () => {
    const { PARLEY_MEDIA_STORE } = env();
    const read = () => readConfig({ PARLEY_MEDIA_STORE });
    expect(read).toThrow(/PARLEY_MEDIA_ACCESS_KEY.*\n.*PARLEY_MEDIA_SECRET_KEY/);
  });

  test('does not store bytes that are not those of their digest', async () => {
    const put = aStore().put(owner, digestOf('other'), aDraft('The bytes.'));
    await expect(put).rejects.toMatchObject({ code: 'SVC-UNAVAILABLE' });
    expect(objects.size).toBe(0);
  });

  test('asks again after a broken connection and an error of the store, three times at most', async () => {
    const store = aStore();
    faults = [0, 503];
    await store.put(owner, digestOf('x'), aDraft('x'));
    expect(requests).toHaveLength(3);
    faults = [500, 500, 500];
    await expect(store.open(owner, { sha256: digestOf('x'), sizeBytes: 1 })).rejects.toMatchObject({
      code: 'SVC-UNAVAILABLE',
      cause: { message: 'the store answers 500 InternalError' },
    });
    expect(requests).toHaveLength(6);
  });

  test('waits before it asks a busy store again, and asks a silent store once', async () => {
    const store = aStore();
    faults = [503, 503];
    const beganMs = performance.now();
    await store.put(owner, digestOf('x'), aDraft('x'));
    expect(performance.now() - beganMs).toBeGreaterThan(500);
    const impatient = aStore(env(), { silentMs: 200 });
    requests = [];
    isSilent = true;
    const silence = { code: 'SVC-UNAVAILABLE', cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } };
    const large = 'x'.repeat(16 * 1_048_576);
    const asked = [
      impatient.put(owner, digestOf(large), aDraft(large)),
      impatient.open(owner, { sha256: digestOf('x'), sizeBytes: 1 }),
    ];
    const failures = asked.map((one) => expect(one).rejects.toMatchObject(silence));
    await Promise.all(failures);
    expect(requests).toHaveLength(2);
  });

  test.each([
    [
      'has no end',
      (res: ServerResponse) => {
        const spaces = new Readable({ read: () => void spaces.push(' '.repeat(65_536)) });
        pipeline(spaces, res, () => {});
      },
    ],
    ['stands still', () => {}],
    ['is broken off', (res: ServerResponse) => void setTimeout(() => res.destroy(), 20)],
  ])('names the code of an error response that %s', async (_title, end) => {
    endError = end;
    faults = [403];
    const opened = aStore().open(owner, { sha256: digestOf('x'), sizeBytes: 1 });
    await expect(opened).rejects.toMatchObject({
      code: 'SVC-UNAVAILABLE',
      cause: { message: 'the store answers 403 InternalError' },
    });
    expect(requests).toHaveLength(1);
  });

  test('ends a request whose response has no end', async () => {
    const sha256 = digestOf('The bytes.');
    endDone = (res) => void Readable.from(trickling(Buffer.alloc(100), 100)).pipe(res);
    const passedMs = startPatientClock();
    await aStore().put(owner, sha256, aDraft('The bytes.'));
    expect(passedMs()).toBeLessThan(5_000);
    byteMs = 500;
    // The limit of the whole request ends once the response has begun, however long that took.
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    onTestFinished(() => timeout.mockRestore());
    const opened = await aStore(env(), { totalMs: 1_000 }).open(owner, { sha256, sizeBytes: 10 });
    expect(timeout.mock.calls).toEqual([[1_000]]);
    limit.abort(new DOMException('The time is over.', 'TimeoutError'));
    await expect(text(opened)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test.each([
    ['a wrong secret', () => env('bucket', 'wrong'), /403 SignatureDoesNotMatch/],
    ['another bucket', () => env('elsewhere'), /the bucket does not exist/],
  ])('the check names %s', async (_title, given, message) => {
    await expect(aStore(given()).check()).rejects.toThrow(message);
    await aStore().check();
    expect(objects.size).toBe(0);
  });

  test('an upload goes through the server to S3 and back, and leaves nothing on the machine', async () => {
    const running = await startServer('SQLite', { env: { ...env(), PARLEY_WORKER: 'off' } });
    onTestFinished(() => running.close());
    const { apiKey } = await running.createTenant();
    const headers = { 'x-api-key': apiKey };
    const at = `${running.baseUrl}/api/v1/media`;
    const posted = await fetch(at, { method: 'POST', headers, body: '%PDF-1.7 a bill' });
    expect(posted.status).toBe(201);
    const { id } = (await posted.json()) as { id: string };
    const range = { ...headers, range: 'bytes=9-' };
    const part = await fetch(`${at}/${id}/content`, { headers: range });
    expect([part.status, await part.text()]).toEqual([206, 'a bill']);
    expect(readdirSync(running.deps.media.files.draftDir)).toEqual([]);
    faults = [500, 500, 500];
    const refused = await fetch(at, { method: 'POST', headers, body: '%PDF-1.7 another' });
    expect(refused.status).toBe(503);
    expect(readdirSync(running.deps.media.files.draftDir)).toEqual([]);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['fewer bytes than the file has', (bytes) => bytes.subarray(1)],
    ['no bytes', () => Buffer.alloc(0)],
    ['more bytes than the file has', (bytes) => Buffer.concat([bytes, bytes])],
  ])('the connection is closed when the store returns %s', async (_title, altering) => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const running = await startServer('SQLite', { env: { ...env(), PARLEY_WORKER: 'off' }, log });
    onTestFinished(() => running.close());
    const { apiKey } = await running.createTenant();
    const headers = { 'x-api-key': apiKey };
    const at = `${running.baseUrl}/api/v1/media`;
    const posted = await fetch(at, { method: 'POST', headers, body: '%PDF-1.7 a bill' });
    const { id } = (await posted.json()) as MediaFile;
    altered = altering;
    for (const range of ['bytes=0-', 'bytes=2-5', '']) {
      const answer = fetch(`${at}/${id}/content`, { headers: { ...headers, range } });
      await expect(answer.then((one) => one.text())).rejects.toThrow(/terminated|fetch failed/);
    }
    expect(lines.filter((line) => line.includes(id))).toHaveLength(3);
  });

  test('an upload is refused when the store does not find the bytes that it has accepted', async () => {
    const running = await startServer('SQLite', { env: { ...env(), PARLEY_WORKER: 'off' } });
    onTestFinished(() => running.close());
    const { apiKey } = await running.createTenant();
    const headers = { 'x-api-key': apiKey };
    hides = true;
    const body = '%PDF-1.7 a bill';
    const posted = await fetch(`${running.baseUrl}/api/v1/media`, {
      method: 'POST',
      headers,
      body,
    });
    expect(posted.status).toBe(503);
    expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(3);
    expect(readdirSync(running.deps.media.files.draftDir)).toEqual([]);
  });

  test.each(targets)(
    'an upload survives a job that removes equal bytes at the same time (%s)',
    async (target) => {
      const running = await startServer(target, { env: { ...env(), PARLEY_WORKER: 'off' } });
      onTestFinished(() => running.close());
      const { apiKey, tenantId } = await running.createTenant();
      const headers = { 'x-api-key': apiKey };
      const at = `${running.baseUrl}/api/v1/media`;
      const upload = async () => {
        const posted = await fetch(at, { method: 'POST', headers, body: '%PDF-1.7 a bill' });
        expect(posted.status).toBe(201);
        return (await posted.json()) as MediaFile;
      };
      const old = await upload();
      const ctx = running.contextOf(tenantId);
      await ctx.db.remove(mediaTable, { id: old.id });
      for (const object of objects.values()) object.atMs = 0;
      await enqueue(ctx, 'tidy-file', { sha256: old.sha256 });
      const puts = () => requests.filter((request) => request.startsWith('PUT')).length;
      let uploading: Promise<MediaFile> | undefined;
      beforeRemoval = async () => {
        uploading = upload();
        // The job has read the age of the bytes, and removes them after the upload has stored them again.
        await until(() => puts() === 2);
        await sleep(200);
      };
      await drainProviders(running);
      const again = await uploading;
      expect(again?.sha256).toBe(old.sha256);
      const read = await fetch(`${at}/${again?.id}/content`, { headers });
      expect([read.status, await read.text()]).toEqual([200, '%PDF-1.7 a bill']);
      expect(puts()).toBe(3);
    },
  );

  test('an upload is refused while a killed worker may still remove equal bytes', async () => {
    const running = await startServer('SQLite', { env: { ...env(), PARLEY_WORKER: 'off' } });
    onTestFinished(() => running.close());
    const { apiKey, tenantId } = await running.createTenant();
    const ctx = running.contextOf(tenantId);
    const sha256 = digestOf('%PDF-1.7 a bill');
    await enqueue(ctx, 'tidy-file', { sha256 });
    const lease = { status: 'leased', lease_token: 'killed', lease_until: Date.now() + 60_000 };
    await running.deps.database.writer('jobs').where({ name: 'tidy-file' }).update(lease);
    const headers = { 'x-api-key': apiKey };
    const at = `${running.baseUrl}/api/v1/media`;
    const upload = async (body: string) =>
      (await fetch(at, { method: 'POST', headers, body })).status;
    const statuses = await Promise.all([upload('%PDF-1.7 a bill'), upload('%PDF-1.7 another')]);
    expect(statuses).toEqual([503, 201]);
    expect(await ctx.db.select(mediaTable).count()).toBe(1);
  }, 30_000);

  // Each source waits until the other end has received all but 8 MB. A step that waits for the whole file never ends.
  // So a file of three times 8 MB is as good as one of the maximum size.
  test('a large document goes from WhatsApp to S3 and to a client, without being in memory', async () => {
    const running = await startWithProvider('SQLite', env());
    onTestFinished(() => running.close());
    const { channel, ctx, message, apiKey } = await connectedScene(running, 'whatsapp_cloud');
    const file = Buffer.alloc(3 * heldBytes, '%PDF-1.7 a long bill\n');
    const digest = digestOf(file);
    const { draftDir } = running.deps.media.files;
    mkdirSync(draftDir);
    const drafted = () => {
      const [draft] = readdirSync(draftDir);
      return draft === undefined ? 0 : statSync(join(draftDir, draft)).size;
    };
    const { provider } = running;
    provider.answer = ({ path }) => {
      if (path !== '/bytes') return { body: { url: `${provider.url}/bytes` } };
      const headers = { 'content-type': 'application/pdf' };
      return { headers, body: Readable.from(inStep(file, drafted)) };
    };
    // The upload reads the draft in step with the store. Other streams of the process are not changed.
    const { _read: read, push } = ReadStream.prototype;
    const isDraft = ({ path }: ReadStream) => String(path).startsWith(draftDir);
    let uploaded = 0;
    vi.spyOn(ReadStream.prototype, '_read').mockImplementation(function (this: ReadStream, size) {
      const next = () => void read.call(this, size);
      if (isDraft(this)) void until(() => uploaded - received <= heldBytes).then(next);
      else next();
    });
    vi.spyOn(ReadStream.prototype, 'push').mockImplementation(function (this: ReadStream, chunk) {
      if (isDraft(this)) uploaded += chunk?.length ?? 0;
      return push.call(this, chunk);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const announced = {
      kind: 'document',
      mimeType: null,
      filename: 'bill.pdf',
      sha256: null,
    } as const;
    const { id } = await inTransaction(ctx, async (ctx) => {
      const { message } = await receiveMessage(ctx, await channels.get(ctx, channel.id), {
        from: ['4915112345'],
        externalId: 'a bill',
        sentAt: ctx.now().toISOString(),
        content: { type: 'document', text: null, content: null },
        files: [{ ...announced, providerId: 'file-1', providerUrl: null }],
      });
      return message;
    });
    await drainProviders(running);
    const [attachment] = (await message(id)).attachments;
    expect(attachment).toMatchObject({ status: 'stored', sizeBytes: file.length, sha256: digest });
    expect(receivedLimit('whatsapp', 'document')).toBe(100 * 1_048_576);
    expect(uploaded).toBe(file.length);
    const answer = await fetch(`${running.baseUrl}${attachment?.url}`, {
      headers: { 'x-api-key': apiKey },
    });
    const hash = createHash('sha256');
    for await (const chunk of answer.body ?? []) {
      downloaded += chunk.length;
      hash.update(chunk);
    }
    expect([downloaded, hash.digest('hex')]).toEqual([file.length, digest]);
  }, 300_000);
});

/** The maximum number of bytes that a process may hold of a file. */
const heldBytes = 8 * 1_048_576;

/** Resolves when the condition is true. Looks at it rarely enough that the other end gets the processor. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

/** Yields a file in parts. Waits until all but the last `heldBytes` have arrived at the other end. */
async function* inStep(bytes: Buffer, arrived: () => number): AsyncGenerator<Buffer> {
  const partBytes = 524_288;
  for (let from = 0; from < bytes.length; from += partBytes) {
    await until(() => from - arrived() <= heldBytes);
    yield bytes.subarray(from, from + partBytes);
  }
}

async function* trickling(bytes: Buffer, byteMs: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 1) {
    await sleep(byteMs);
    yield bytes.subarray(from, from + 1);
  }
}

function digestOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
