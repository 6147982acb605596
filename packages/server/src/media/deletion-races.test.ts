import type { MediaFile } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { changeBranding } from '../branding/service.ts';
import { inTransaction } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { setKind } from '../tenants/service.ts';
import { deleteMedia, keepMedia } from './service.ts';

// On SQLite, the one writer decides the order of the two requests.
const server = serverOfTests(() => startQuiet('Postgres'));

async function prepare() {
  const scene = await createScene(server);
  await setKind(scene.ctx, 'agency');
  const answer = await fetch(`${server.baseUrl}/api/v1/media`, {
    method: 'POST',
    headers: { 'x-api-key': scene.apiKey, 'content-type': 'image/png' },
    body: Buffer.from('89504e470d0a1a0a', 'hex'),
  });
  const { id } = (await answer.json()) as MediaFile;
  return { ...scene, id, remove: () => scene.call(`DELETE /media/${id}`) };
}

test('a file is deleted while another request locks the tenant', async () => {
  const { ctx, remove } = await prepare();
  await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    expect((await remove()).status).toBe(204);
  });
});

test.each(['was uploaded', 'a message has used'])(
  'a file that %s stays when it becomes a logo before its deletion',
  async (origin) => {
    const { call, ctx, id, remove } = await prepare();
    if (origin === 'a message has used') await keepMedia(ctx, id);
    let deleted: ReturnType<typeof remove> | undefined;
    await inTransaction(ctx, async (ctx) => {
      await changeBranding(ctx, { logoMediaId: id }, new Map());
      deleted = remove();
      await someoneWaits(server.deps.database);
    });
    expect((await deleted)?.status).toBe(409);
    expect((await call(`GET /media/${id}`)).status).toBe(200);
  },
);

test('a file does not become a logo during its deletion', async () => {
  const { ctx, id } = await prepare();
  let branded: Promise<unknown> | undefined;
  await inTransaction(ctx, async (inner) => {
    await deleteMedia(inner, id);
    branded = changeBranding(ctx, { logoMediaId: id }, new Map());
    branded.catch(() => {});
    await someoneWaits(server.deps.database);
  });
  await expect(branded).rejects.toMatchObject({ code: 'SVC-NOT-FOUND' });
});
