import { knowledgeLimits } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { demandsFor, jobOf } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { expectSound } from '../../test/knowledge-index.ts';
import {
  createKnowledgeScene,
  type KnowledgeScene,
  startFetching,
} from '../../test/knowledge-scene.ts';
import { drain, makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { eventsTable } from '../events/table.ts';
import { createJobHandlers } from '../jobs/handlers.ts';
import type { Job } from '../jobs/queue.ts';
import { claimJobs } from '../jobs/statements/claim-jobs.ts';
import { sweepLeases } from '../jobs/statements/hold-leases.ts';
import { knowledgeChunksTable } from '../knowledge/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { planSourceUpdate, updateKnowledgeSource } from './service.ts';
import { knowledgeContentsTable, knowledgeSourcesTable } from './table.ts';

const long = (word: string) => `About ${word}. `.repeat(5_000);

describe.each(targets)('indexing sources on %s', (target) => {
  const server = serverOfTests(() => startFetching(target));

  /** Leases the only job that is due, as a worker does. */
  async function claimJob(leaseToken: string): Promise<Job<never>> {
    const [row, ...others] = await server.deps.system.run(claimJobs, {
      demands: demandsFor(10, 'index-source'),
      leaseToken,
      leaseMs: 60_000,
    });
    expect(others).toEqual([]);
    return jobOf(row, leaseToken);
  }

  const handler = () => createJobHandlers(server.deps)['index-source'];

  test('a rolled-back change leaves the index unchanged', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: 'About lanterns.' });
    const before = await stored(scene);
    const body = { title: 'Sea', content: 'About the harbour.' };
    const planned = await planSourceUpdate(scene.ctx, id, body);
    const undone = inTransaction(scene.ctx, async (ctx) => {
      await updateKnowledgeSource(ctx, id, planned, { urlSources: false });
      // Meanwhile other requests find the old text.
      expect(await scene.findSources('lanterns light')).toHaveLength(1);
      expect(await scene.findSources('harbour sea')).toEqual([]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await stored(scene)).toEqual(before);
    expect(await scene.findSources('lanterns')).toHaveLength(1);
    expect(await scene.findSources('harbour')).toEqual([]);
  });

  test('another worker continues after a crash', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    const job = await claimJob('dead');
    await drain(server);
    expect((await scene.read(id)).status).toBe('processing');
    const { writer } = server.deps.database;
    await writer('jobs').where({ position: job.position }).update({ lease_until: 1 });
    await server.deps.system.run(sweepLeases, null);
    await makeDue(server);
    await drain(server);
    expect((await scene.read(id)).status).toBe('ready');
    expect(await scene.findSources('lanterns')).toHaveLength(1);
    // The worker whose lease expired writes nothing.
    await scene.call(`PATCH /knowledge/sources/${id}`, { content: 'About the harbour.' });
    await handler().run(scene.ctx, job);
    expect(await scene.findSources('lanterns')).toEqual([]);
  });

  test('fails a source that crashed two workers in a row, without another try', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    for (const worker of ['first', 'second']) {
      const { position } = await claimJob(worker);
      const { writer } = server.deps.database;
      await writer('jobs').where({ position }).update({ lease_until: 1 });
      await server.deps.system.run(sweepLeases, null);
    }
    await drain(server);
    expect(await scene.read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-INTERNAL', message: expect.stringMatching(/Reindex it/) },
    });
    await scene.call(`POST /knowledge/sources/${id}/reindex`);
    await drain(server);
    expect((await scene.read(id)).status).toBe('ready');
  });

  test('only the worker with the lease writes', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    const job = await claimJob('mine');
    await expect(handler().run(scene.ctx, { ...job, leaseToken: 'other' })).rejects.toThrow(
      'leased',
    );
    expect((await scene.read(id)).status).toBe('processing');
    expect(await scene.ctx.db.select(knowledgeChunksTable)).toEqual([]);
    await handler().run(scene.ctx, job);
    expect((await scene.read(id)).status).toBe('ready');
    expect(await scene.events()).toEqual([
      'knowledge_source.created',
      'knowledge_source.ready status chunkCount charCount indexedAt',
    ]);
  });

  test('an unreadable source fails, is not searchable, and can be retried', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: 'About lanterns.' });
    await scene.call(`POST /knowledge/sources/${id}/reindex`);
    const job = await claimJob('last');
    await handler().exhausted?.(scene.ctx, job, new Error('out of memory'));
    expect(await scene.read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'SVC-INTERNAL', message: expect.stringMatching(/Reindex it/) },
      chunkCount: 0,
    });
    expect((await scene.events()).at(-1)).toBe(
      'knowledge_source.failed status error chunkCount charCount',
    );
    expect(await scene.findSources('lanterns', '&status=ready,failed')).toEqual([]);
    const { json } = await scene.call(`PATCH /knowledge/sources/${id}`, {
      content: 'About lanterns.',
    });
    expect(json).toMatchObject({ status: 'ready', error: null, chunkCount: 1 });
    expect(await scene.findSources('lanterns')).toHaveLength(1);
  });

  test('a long source that cannot be read stays archived', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    await drain(server);
    await scene.call(`PATCH /knowledge/sources/${id}`, { status: 'archived' });
    const job = await claimJob('last');
    await handler().exhausted?.(scene.ctx, job, new Error('out of memory'));
    expect(await scene.read(id)).toMatchObject({ status: 'archived', error: null, chunkCount: 0 });
  });

  test('a long archived source is indexed in the archive and can be restored', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    await drain(server);
    const path = `PATCH /knowledge/sources/${id}`;
    const { json } = await scene.call(path, { status: 'archived' });
    expect(json).toMatchObject({ status: 'archived' });
    expect(await scene.findSources('lanterns', '&status=ready,archived')).toEqual([]);
    await drain(server);
    expect(await scene.findSources('lanterns', '&status=archived')).toHaveLength(1);
    await scene.call(path, { content: long('harbour') });
    await drain(server);
    expect(await scene.findSources('lanterns', '&status=archived')).toEqual([]);
    expect(await scene.findSources('harbour', '&status=archived')).toHaveLength(1);
    expect((await scene.call(path, { status: 'ready' })).json).toMatchObject({
      status: 'processing',
    });
    await drain(server);
    expect(await scene.findSources('harbour')).toHaveLength(1);
    expect((await scene.read(id)).status).toBe('ready');
    await expectSound(server, scene);
  });

  test('deleting removes everything from the index', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    await drain(server);
    const faq = await scene.call<{ id: string }>('POST /knowledge/faqs', {
      question: 'Lantern?',
      answer: 'x',
      sourceId: id,
    });
    await scene.call(`DELETE /knowledge/sources/${id}`);
    await scene.call(`DELETE /knowledge/faqs/${faq.json.id}`);
    const { database } = server.deps;
    for (const table of ['sources', 'contents', 'faqs', 'chunks', 'terms', 'postings']) {
      const rows = await database
        .writer(`knowledge_${table}`)
        .where({ tenant_id: scene.ctx.db.tenantId });
      expect(rows, table).toEqual([]);
    }
    await expectSound(server, scene);
  });

  test('accepts and sorts titles that grow by case folding', async () => {
    const scene = await createKnowledgeScene(server);
    const signs = [...'ﷺﷻ㌀㌁㌂㌃㍿㌕㌗'];
    const title = Array.from({ length: 255 }, (_, n) => signs[(n * n * 7 + n) % 9]).join('');
    const { id } = await scene.source({ type: 'text', title, content: 'x' });
    expect((await scene.read(id)).title).toBe(title);
    const { status } = await scene.call('GET /knowledge/sources?sort=title');
    expect(status).toBe(200);
  });

  test('the limit of characters indexed at once does not depend on their UTF-16 units', async () => {
    const scene = await createKnowledgeScene(server);
    const content = '😀'.repeat(knowledgeLimits.indexedAtOnce);
    expect(await scene.source({ type: 'text', title: 'Smile', content })).toMatchObject({
      status: 'ready',
    });
    const longer = await scene.source({ type: 'text', title: 'Smile', content: `${content}😀` });
    expect(longer.status).toBe('processing');
    await drain(server);
  });

  test('a source of another tenant cannot be indexed by a job', async () => {
    const [scene, stranger] = [
      await createKnowledgeScene(server),
      await createKnowledgeScene(server),
    ];
    const { id } = await scene.source({ type: 'text', title: 'Light', content: long('lanterns') });
    const job = await claimJob('mine');
    await expect(handler().run(stranger.ctx, job)).resolves.toBeUndefined();
    expect((await scene.read(id)).status).toBe('processing');
    await handler().run(scene.ctx, job);
    expect((await scene.read(id)).status).toBe('ready');
  });
});

/** Returns everything that the database stores of a tenant's knowledge. */
async function stored({ ctx: { db } }: KnowledgeScene) {
  return {
    sources: await db.select(knowledgeSourcesTable).orderBy('id'),
    contents: await db.select(knowledgeContentsTable),
    chunks: await db.select(knowledgeChunksTable).orderBy('record_id').orderBy('position'),
    events: await db.select(eventsTable).orderBy('sequence'),
  };
}
