import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import {
  aFetchedSource,
  aPage,
  createKnowledgeScene,
  startFetching,
} from '../../test/knowledge-scene.ts';
import { drain, makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { knowledgeChunksTable } from '../knowledge/table.ts';
import { knowledgeContentsTable } from './table.ts';

const html = { type: 'text/html; charset=utf-8' };

describe.each(targets)('changes of sources of type url on %s', (target) => {
  const server = serverOfTests(() => startFetching(target));

  test('reindexing fetches the page again, and the old text is found until then', async () => {
    const scene = await createKnowledgeScene(server);
    const { page, source } = await aFetchedSource(server, scene, { body: 'About lanterns.' });
    const path = `/knowledge/sources/${source.id}`;
    Object.assign(page, { ...html, body: '<title>Harbour</title>About the harbour.' });
    await scene.call(`POST ${path}/reindex`);
    expect(await scene.findSources('lanterns')).toMatchObject([{ status: 'processing' }]);
    await drain(server);
    expect(await scene.read(source.id)).toMatchObject({ status: 'ready', title: 'Harbour' });
    expect(await scene.findSources('lanterns')).toEqual([]);
    expect(await scene.findSources('harbour')).toHaveLength(1);
  });

  test('a page that returns 404 is found only with the filter `failed`', async () => {
    const scene = await createKnowledgeScene(server);
    const { page, source } = await aFetchedSource(server, scene, { body: 'About lanterns.' });
    const path = `/knowledge/sources/${source.id}`;
    page.status = 410;
    await scene.call(`POST ${path}/reindex`);
    await drain(server);
    const failed = await scene.read(source.id);
    expect(failed).toMatchObject({ status: 'failed', content: 'About lanterns.', chunkCount: 1 });
    expect(await scene.findSources('lanterns')).toEqual([]);
    expect(await scene.findSources('lanterns', '&status=failed')).toHaveLength(1);
    const ready = await scene.call(`PATCH ${path}`, { status: 'ready' });
    expect(ready.json).toMatchObject({
      error: { code: 'SVC-INVALID-TRANSITION', details: { from: 'failed', suggestion: 'reindex' } },
    });
    page.status = 200;
    await scene.call(`PATCH ${path}`, { title: 'Light' });
    await drain(server);
    expect(await scene.read(source.id)).toMatchObject({ status: 'ready', title: 'Light' });
    expect(await scene.findSources('lanterns')).toHaveLength(1);
  });

  test('an unreachable site keeps the indexed text searchable', async () => {
    const scene = await createKnowledgeScene(server);
    const { page, source } = await aFetchedSource(server, scene, { body: 'About lanterns.' });
    const path = `/knowledge/sources/${source.id}`;
    const refetch = async (status: number) => {
      page.status = status;
      await scene.call(`POST ${path}/reindex`);
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await drain(server);
        await makeDue(server);
      }
      return await scene.read(source.id);
    };
    const kept = await refetch(503);
    expect(kept).toMatchObject({ status: 'ready', error: { code: 'http_status' }, chunkCount: 1 });
    expect(kept.indexedAt).toBe(source.indexedAt);
    expect((await scene.events()).at(-1)).toBe('knowledge_source.failed status error');
    expect(await scene.findSources('lanterns')).toMatchObject([{ id: source.id, status: 'ready' }]);
    expect(await scene.findSources('lanterns', '&status=failed')).toEqual([]);
    // After 404 has removed the content, a temporary failure does not restore it.
    expect(await refetch(404)).toMatchObject({ status: 'failed' });
    expect(await refetch(503)).toMatchObject({ status: 'failed' });
    expect(await scene.findSources('lanterns')).toEqual([]);
    expect(await refetch(200)).toMatchObject({ status: 'ready', error: null });
    expect(await scene.findSources('lanterns')).toHaveLength(1);
  });

  test('finds a title set while the site is unreachable', async () => {
    const scene = await createKnowledgeScene(server);
    const { page, source } = await aFetchedSource(server, scene, { body: 'About lanterns.' });
    const path = `/knowledge/sources/${source.id}`;
    page.status = 503;
    await scene.call(`POST ${path}/reindex`);
    await scene.call(`PATCH ${path}`, { title: 'Harbour' });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await drain(server);
      await makeDue(server);
    }
    expect(await scene.read(source.id)).toMatchObject({ status: 'ready', title: 'Harbour' });
    expect(await scene.findSources('harbour')).toHaveLength(1);
  });

  test('fetches a changed URL; refuses content or a missing URL', async () => {
    const scene = await createKnowledgeScene(server);
    const { page, source } = await aFetchedSource(server, scene, { body: 'About lanterns.' });
    const path = `PATCH /knowledge/sources/${source.id}`;
    const refused = async (body: object) => (await scene.call(path, body)).json;
    expect(await refused({ content: 'Mine.' })).toMatchObject({
      error: { details: { rule: 'content_is_fetched', field: 'content' } },
    });
    expect(await refused({ url: null })).toMatchObject({
      error: { details: { rule: 'url_required', field: 'url' } },
    });
    await scene.call(path, { url: page.url, tags: ['same'] });
    await drain(server);
    expect(page.requests).toBe(1);
    const other = await aPage(server, { body: 'About the harbour.' });
    const { json } = await scene.call(path, { url: other.url });
    expect(json).toMatchObject({ status: 'processing', url: other.url, chunkCount: 1 });
    await drain(server);
    expect(await scene.findSources('harbour')).toHaveLength(1);
    expect(await scene.findSources('lanterns')).toEqual([]);
  });

  test('fetches the current URL when it changes during a fetch', async () => {
    const scene = await createKnowledgeScene(server);
    const second = await aPage(server, { body: 'About the harbour.' });
    let id = '';
    const first = await aPage(server, { body: 'About lanterns.' }, async () => {
      await scene.call(`PATCH /knowledge/sources/${id}`, { url: second.url });
    });
    id = (await scene.source({ type: 'url', url: first.url })).id;
    await drain(server);
    expect(await scene.read(id)).toMatchObject({ status: 'ready', content: 'About the harbour.' });
    expect(await scene.findSources('lanterns')).toEqual([]);
  });

  test('keeps changes made during a fetch, and they do not wait for it', async () => {
    const scene = await createKnowledgeScene(server);
    let id = '';
    const page = await aPage(
      server,
      { ...html, body: '<title>Page</title>About lanterns.' },
      async () => {
        const { status } = await scene.call(`PATCH /knowledge/sources/${id}`, {
          tags: ['kept'],
          metadata: { kept: true },
        });
        expect(status).toBe(200);
      },
    );
    id = (await scene.source({ type: 'url', url: page.url })).id;
    await drain(server);
    expect(page.requests).toBe(1);
    expect(await scene.read(id)).toMatchObject({
      status: 'ready',
      title: 'Page',
      tags: ['kept'],
      metadata: { kept: true },
    });
  });

  test('a title set during a fetch is searchable', async () => {
    const scene = await createKnowledgeScene(server);
    let id = '';
    const page = await aPage(
      server,
      { ...html, body: '<title>Page</title>About lanterns.' },
      async () => {
        await scene.call(`PATCH /knowledge/sources/${id}`, { title: 'Harbour' });
      },
    );
    id = (await scene.source({ type: 'url', url: page.url })).id;
    await drain(server);
    expect(await scene.read(id)).toMatchObject({ status: 'ready', title: 'Harbour' });
    expect(await scene.findSources('harbour')).toHaveLength(1);
  });

  test('a source deleted or archived during a fetch stays so', async () => {
    const scene = await createKnowledgeScene(server);
    const ids: string[] = [];
    const deleted = await aPage(server, { body: 'About lanterns.' }, () =>
      scene.call(`DELETE /knowledge/sources/${ids[0]}`),
    );
    const archived = await aPage(server, { body: 'About lanterns.' }, () =>
      scene.call(`PATCH /knowledge/sources/${ids[1]}`, { status: 'archived' }),
    );
    for (const { url } of [deleted, archived]) {
      ids.push((await scene.source({ type: 'url', url })).id);
    }
    await drain(server);
    expect(await scene.ctx.db.select(knowledgeChunksTable)).toEqual([]);
    expect(await scene.ctx.db.select(knowledgeContentsTable)).toEqual([]);
    expect((await scene.read(ids[1] ?? '')).status).toBe('archived');
    expect(await scene.findSources('lanterns', '&status=archived,ready,failed')).toEqual([]);
  });

  test('fetches no pages after the operator disables it', async () => {
    const scene = await createKnowledgeScene(server);
    const { page, source } = await aFetchedSource(server, scene, { body: 'About lanterns.' });
    await scene.call(`POST /knowledge/sources/${source.id}/reindex`);
    const config = { ...server.deps.config, urlSources: false };
    await drain({ ...server, deps: { ...server.deps, config } });
    expect(page.requests).toBe(1);
    expect(await scene.read(source.id)).toMatchObject({
      status: 'failed',
      error: { code: 'url_sources_disabled' },
    });
  });
});
