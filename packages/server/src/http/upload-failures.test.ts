import { readdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../test/start-server.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['as the body', (bytes: Buffer): RequestInit => ({ body: new Uint8Array(bytes) })],
  [
    'in a form',
    (bytes: Buffer): RequestInit => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), 'a.bin');
      return { body };
    },
  ],
])(
  'an upload %s to a full disk is answered 503, fails readiness, and leaves nothing',
  async (_form, requestOf) => {
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
    await fillDisk();
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

/** Makes the second write to a file fail, as on a full disk. */
async function fillDisk(): Promise<void> {
  const path = join(tmpdir(), `full-disk-${process.pid}`);
  const handle = await open(path, 'w');
  const files = Object.getPrototypeOf(handle) as { writeFile: typeof handle.writeFile };
  await handle.close();
  await rm(path);
  const { writeFile } = files;
  let writes = 0;
  vi.spyOn(files, 'writeFile').mockImplementation(function (this: unknown, ...given) {
    writes += 1;
    if (writes === 1) return writeFile.apply(this as never, given);
    const full = new Error('ENOSPC: no space left on device, write');
    return Promise.reject(Object.assign(full, { code: 'ENOSPC' }));
  });
}
