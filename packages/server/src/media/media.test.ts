import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { mediaLimits } from '@parley/contract/schemas';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { drain, makeDue } from '../../test/scene.ts';
import { startServer, type TestServer } from '../../test/start-server.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { draftOf, receiveUpload } from './drafts.ts';
import { tidyFile } from './jobs.ts';
import { addMedia, deleteMedia, keepMedia, storeFile } from './service.ts';
import { mediaTable } from './table.ts';

const day = 86_400_000;
const text = 'The same bytes.';

describe('files', () => {
  test('the job removes the bytes of an unused file, and no sooner', async () => {
    const { ctx, server, upload, tidy } = await aPlace();
    const { sha256 } = await upload();
    await tidy(sha256, 6 * day);
    expect(await stored(server, ctx)).toHaveLength(1);
    await tidy(sha256, mediaLimits.unusedDays * day + 1);
    expect(await ctx.db.select(mediaTable)).toEqual([]);
    expect(await stored(server, ctx)).toEqual([]);
  });

  test('bytes stay as long as a record has them', async () => {
    const { ctx, server, upload, tidy } = await aPlace();
    const [first, second] = [await upload(), await upload()];
    expect(first.sha256).toBe(second.sha256);
    await deleteMedia(ctx, first.id);
    await tidy(first.sha256, day);
    expect(await stored(server, ctx)).toHaveLength(1);
    await deleteMedia(ctx, second.id);
    await tidy(first.sha256, day);
    expect(await stored(server, ctx)).toEqual([]);
  });

  test('the job removes a limited number of records at a time, however many have the same bytes', async () => {
    const { ctx, server, upload, tidy } = await aPlace();
    const { id, sha256 } = await upload();
    const used = await upload();
    await inTransaction(ctx, (ctx) => keepMedia(ctx, used.id));
    for (const [place, from] of [id, used.id].entries()) {
      const prefix = `${id.slice(0, -7)}${place}`;
      await copyRow(server, { table: 'media', id: from }, { count: 250, prefix });
    }
    const asked = await askedPlans(() => tidy(sha256, 100 * day));
    const reads = asked.filter(({ text }) => text.startsWith('select') && text.includes('media'));
    expect(reads.map(({ rows }) => rows)).toEqual([100, 100, 51, 1]);
    const index = 'SEARCH media USING INDEX media_by_expiry (tenant_id=? AND sha256=?';
    for (const { plan } of reads.slice(0, 3)) expect(plan).toContain(index);
    expect(await ctx.db.select(mediaTable).count()).toBe(251);
    expect(await stored(server, ctx)).toHaveLength(1);
  });

  test('the job removes the bytes when the store works again, however long it failed', async () => {
    const { ctx, server, upload } = await aPlace();
    const { writer } = server.deps.database;
    const { id } = await upload();
    await deleteMedia(ctx, id);
    const [path = ''] = await stored(server, ctx);
    utimesSync(path, new Date(0), new Date(0));
    await writer('jobs').update({ attempts: 1_000, due_at: 0 });
    const failing = vi
      .spyOn(server.deps.media.files, 'removeOlder')
      .mockRejectedValue(new Error('no answer'));
    await drain(server);
    failing.mockRestore();
    await makeDue(server);
    await drain(server);
    expect(await stored(server, ctx)).toEqual([]);
  });

  test('bytes that were written a moment ago stay, because their record may be on its way', async () => {
    const { ctx, server, upload, tidy } = await aPlace();
    const { id, sha256 } = await upload();
    await deleteMedia(ctx, id);
    await tidy(sha256, 0);
    expect(await stored(server, ctx)).toHaveLength(1);
  });

  test('the job does not remove bytes that an upload stores in the same moment', async () => {
    const { ctx, server, receive } = await aPlace();
    const { files } = server.deps.media;
    for (let round = 0; round < 100; round += 1) {
      const [old, fresh] = [await receive(), await receive()];
      await files.put(ctx, old.sha256, draftOf(old));
      const [path = ''] = await stored(server, ctx);
      utimesSync(path, new Date(0), new Date(0));
      const before = new Date(1_000);
      await Promise.all([
        files.removeOlder(ctx, old.sha256, before),
        files.put(ctx, fresh.sha256, draftOf(fresh)),
      ]);
      expect(await stored(server, ctx), `round ${round}`).toHaveLength(1);
    }
    expect(readdirSync(files.draftDir)).toEqual([]);
  });

  test('jobs that remove the same bytes at the same moment succeed', async () => {
    const { ctx, server, receive } = await aPlace();
    const { files } = server.deps.media;
    for (let round = 0; round < 20; round += 1) {
      const file = await receive();
      await files.put(ctx, file.sha256, draftOf(file));
      const remove = () => files.removeOlder(ctx, file.sha256, new Date(Date.now() + day));
      await Promise.all([remove(), remove(), remove()]);
      expect(await stored(server, ctx)).toEqual([]);
    }
  });

  test('a file that a message uses is not removed', async () => {
    const { ctx, server, upload, tidy } = await aPlace();
    const { id, sha256 } = await upload();
    await ctx.db.update(mediaTable, { id }, { expires_at: null });
    await tidy(sha256, 100 * day);
    expect(await stored(server, ctx)).toHaveLength(1);
  });

  test('a crash between the bytes and the record leaves a job that removes the bytes', async () => {
    const { ctx, server, receive, tidy } = await aPlace();
    const file = await receive();
    await storeFile(ctx, server.deps.media, file);
    expect(await stored(server, ctx)).toHaveLength(1);
    await tidy(file.sha256, mediaLimits.unusedDays * day + 1);
    expect(await stored(server, ctx)).toEqual([]);
  });

  test('the job removes the draft of a killed process after a day, and no sooner', async () => {
    const { server, tidy, upload } = await aPlace();
    const { draftDir } = server.deps.media.files;
    const { sha256 } = await upload();
    const draft = join(draftDir, 'half');
    writeFileSync(draft, 'half of a file');
    await tidy(sha256, 0);
    expect(readdirSync(draftDir)).toEqual(['half']);
    utimesSync(draft, new Date(0), new Date(0));
    await tidy(sha256, 0);
    expect(readdirSync(draftDir)).toEqual([]);
  });

  test('a source that ends in the middle leaves neither a draft nor a file', async () => {
    const { ctx, server } = await aPlace();
    const { draftDir } = server.deps.media.files;
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('one');
        throw new Error('gone');
      })(),
    );
    await expect(receiveUpload(broken, { draftDir })).rejects.toThrow('gone');
    expect(readdirSync(draftDir)).toEqual([]);
    expect(await stored(server, ctx)).toEqual([]);
  });

  test('only the owner of the process can read the files', async () => {
    const { ctx, server, upload } = await aPlace();
    await upload();
    const [path = ''] = await stored(server, ctx);
    expect(statSync(path).mode & 0o077).toBe(0);
  });
});

async function aPlace() {
  const server = await startServer('SQLite', { env: { PARLEY_WORKER: 'off' } });
  onTestFinished(() => server.close());
  const { tenantId } = await server.createTenant();
  const ctx = server.contextOf(tenantId);
  const { files } = server.deps.media;
  const receive = async () =>
    await receiveUpload(Readable.from([Buffer.from(text)]), { draftDir: files.draftDir });
  return {
    ctx,
    server,
    receive,
    async upload() {
      const file = await receive();
      await storeFile(ctx, server.deps.media, file);
      return await inTransaction(ctx, (ctx) => addMedia(ctx, file));
    },
    /** Runs the job `tidy-file` as if this much time had passed. */
    async tidy(sha256: string, afterMs: number) {
      const later = { ...ctx, now: () => new Date(Date.now() + afterMs) };
      // The handler reads only the payload of the job.
      await tidyFile(files).run(later, { payload: { sha256 } } as never);
    },
  };
}

async function stored(server: TestServer, { db }: TenantContext): Promise<string[]> {
  const folder = join(dirname(server.deps.media.files.draftDir), db.tenantId);
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
