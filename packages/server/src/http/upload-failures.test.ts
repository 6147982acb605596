import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../test/start-server.ts';

afterEach(() => vi.restoreAllMocks());

const asBody = (bytes: Buffer): RequestInit => ({ body: new Uint8Array(bytes) });

test.each([
  ['as the body', 'ENOSPC', asBody],
  ['as the body', 'EIO', asBody],
  [
    'in a form',
    'ENOSPC',
    (bytes: Buffer): RequestInit => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), 'a.bin');
      return { body };
    },
  ],
])(
  'an upload %s to a disk that answers %s is answered 503, fails readiness, and leaves nothing',
  async (_form, code, requestOf) => {
    const server = await startServer('SQLite', { env: { PARLEY_WORKER: 'off' } });
    onTestFinished(() => server.close());
    const { apiKey } = await server.createTenant();
    const post = async () =>
      await fetch(`${server.baseUrl}/api/v1/media`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        ...requestOf(Buffer.alloc(300_000, 7)),
      });
    const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
    expect(await readiness()).toBe(200);
    await breakDisk(code);
    const answer = await post();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ error: { code: 'SVC-UNAVAILABLE' } });
    expect(await readiness()).toBe(503);
    expect(readdirSync(server.deps.media.files.draftDir)).toEqual([]);
    vi.restoreAllMocks();
    expect(await readiness()).toBe(200);
    expect(readdirSync(server.deps.media.files.draftDir)).toEqual([]);
    expect((await post()).status).toBe(201);
  },
);

test('an upload to a folder that cannot be created is answered 503 and fails readiness', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-media-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  symlinkSync(join(folder, 'later'), join(folder, 'media'));
  const env = { PARLEY_WORKER: 'off', PARLEY_MEDIA_STORE: `file:${folder}/media` };
  const server = await startServer('SQLite', { env });
  onTestFinished(() => server.close());
  const { apiKey } = await server.createTenant();
  const headers = { 'x-api-key': apiKey };
  const post = async () =>
    (await fetch(`${server.baseUrl}/api/v1/media`, { method: 'POST', headers, body: 'a file' }))
      .status;
  const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
  expect([await post(), await readiness()]).toEqual([503, 503]);
  mkdirSync(join(folder, 'later'));
  expect([await readiness(), await post()]).toEqual([200, 201]);
});

test('an upload whose client leaves after the last byte leaves no draft', async () => {
  const server = await startServer('SQLite', { env: { PARLEY_WORKER: 'off' } });
  onTestFinished(() => server.close());
  const { apiKey } = await server.createTenant();
  const { draftDir } = server.deps.media.files;
  const files = await fileHandles();
  const { sync } = files;
  const outgoing = request(`${server.baseUrl}/api/v1/media?filename=${'a'.repeat(2_000)}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-length': 6 },
  }).on('error', () => {});
  const answer = new Promise<ServerResponse>((resolve) => {
    const onStart = (started: unknown) => {
      unsubscribe('http.server.request.start', onStart);
      resolve((started as { response: ServerResponse }).response);
    };
    subscribe('http.server.request.start', onStart);
  });
  let draftsAtSync = 0;
  vi.spyOn(files, 'sync').mockImplementation(async function (this: typeof files) {
    draftsAtSync = readdirSync(draftDir).length;
    const gone = once(await answer, 'close');
    outgoing.destroy();
    await gone;
    await sync.call(this);
  });
  outgoing.end('a file');
  await expect.poll(() => draftsAtSync).toBe(1);
  await expect.poll(() => readdirSync(draftDir)).toEqual([]);
});

/** Makes the second write to a file fail, as on a full or broken disk. */
async function breakDisk(code: string): Promise<void> {
  const files = await fileHandles();
  const { writeFile } = files;
  let writes = 0;
  vi.spyOn(files, 'writeFile').mockImplementation(function (this: unknown, ...given) {
    writes += 1;
    if (writes === 1) return writeFile.apply(this as never, given);
    return Promise.reject(Object.assign(new Error(`${code}, write`), { code }));
  });
}

/** Returns the methods that all open files share. */
async function fileHandles(): Promise<FileHandle> {
  const path = join(tmpdir(), `file-handle-${process.pid}`);
  const handle = await open(path, 'w');
  await handle.close();
  await rm(path);
  return Object.getPrototypeOf(handle);
}
