import { knowledgeLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { createScene } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aSource, findSources, idsOf, longText, sourceWith } from './records.ts';

export function testIndexing(
  running: () => Target,
  paused: () => Target,
  start: StartTarget,
): void {
  test('50,000 characters are indexed within the request, one more in the background', async () => {
    const scene = await createScene(paused());
    const { indexedAtOnce } = knowledgeLimits;
    const text = 'word and then '.repeat(indexedAtOnce).slice(0, indexedAtOnce);
    const quick = await aSource(scene, { type: 'text', content: text });
    expect(quick.status).toBe('ready');
    const slow = await aSource(scene, { type: 'text', content: `${text}x` });
    expect(slow).toMatchObject({ status: 'processing', chunkCount: 0, indexedAt: null });
    expect(slow.checksum).toHaveLength(64);
    const { id } = slow;
    const stored = await scene.api.knowledgeSources.get({ params: { id } });
    expect(stored.content).toHaveLength(indexedAtOnce + 1);
    expect((await scene.api.knowledgeSources.list()).data).toHaveLength(1);
    expect(await findSources(scene, 'word', { status: 'processing' })).toEqual([]);
  });

  test('finds a long source when it is ready', async () => {
    const scene = await createScene(running());
    const { id } = await aSource(scene, { content: longText('lantern') });
    const ready = await sourceWith(scene, id, 'ready', 'failed');
    expect(ready).toMatchObject({ status: 'ready', error: null, chunkCount: expect.any(Number) });
    expect(ready.chunkCount).toBeGreaterThan(50);
    expect(ready.indexedAt).toBe(ready.updatedAt);
    expect(idsOf(await findSources(scene, 'lantern'))).toEqual([id]);
  });

  test('accepts a source of 500,000 characters', async () => {
    const scene = await createScene(running());
    const text = longText('harbour');
    const content = text
      .repeat(Math.ceil(knowledgeLimits.content / text.length))
      .slice(0, knowledgeLimits.content);
    const { id } = await aSource(scene, { content });
    expect(await sourceWith(scene, id, 'ready', 'failed')).toMatchObject({ status: 'ready' });
    expect(idsOf(await findSources(scene, 'harbour'))).toEqual([id]);
  });

  test('finds the old content until the new content is indexed', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    const { id } = await aSource(scene, { content: 'About lanterns.' });
    await target.pause();
    const params = { id };
    const body = { content: longText('harbour') };
    expect((await scene.api.knowledgeSources.update({ params, body })).status).toBe('processing');
    const [found] = await findSources(scene, 'lantern');
    expect(found).toMatchObject({ id, status: 'processing' });
    expect(await findSources(scene, 'harbour')).toEqual([]);
    expect(idsOf(await findSources(scene, 'lantern', { status: 'processing' }))).toEqual([id]);
    await target.resume();
    await sourceWith(scene, id, 'ready');
    expect(await findSources(scene, 'lantern')).toEqual([]);
    expect(idsOf(await findSources(scene, 'harbour'))).toEqual([id]);
  });

  test('the filter `processing` returns sources in process only', async () => {
    const scene = await createScene(paused());
    const ready = await aSource(scene, { content: 'About lanterns.' });
    const { id } = await aSource(scene, { content: 'More about lanterns.' });
    await scene.api.knowledgeSources.reindex({ params: { id } });
    const found = async (status: string) =>
      idsOf(await findSources(scene, 'lanterns', { status })).sort();
    expect(await found('processing')).toEqual([id]);
    expect(await found('processing,archived')).toEqual([id]);
    expect(await found('ready')).toEqual([ready.id, id].sort());
    expect(await found('processing,ready')).toEqual([ready.id, id].sort());
    expect(await found('failed')).toEqual([]);
  });

  test('reindexing keeps the source searchable', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const before = await aSource(scene, { content: 'About lanterns.' });
    const params = { id: before.id };
    const answer = await scene.api.knowledgeSources.reindex({ params });
    expect(answer).toEqual({ ...before, status: 'processing', updatedAt: answer.updatedAt });
    expect(await scene.api.knowledgeSources.reindex({ params })).toEqual(answer);
    expect(idsOf(await findSources(scene, 'lantern'))).toEqual([before.id]);
    await target.resume();
    const after = await sourceWith(scene, before.id, 'ready', 'failed');
    expect(after).toMatchObject({ status: 'ready', checksum: before.checksum });
    expect((after.indexedAt ?? '') > (before.indexedAt ?? '')).toBe(true);
    expect(idsOf(await findSources(scene, 'lantern'))).toEqual([before.id]);
  });

  test('finds the last of several contents', async () => {
    const scene = await createScene(running());
    const { id } = await aSource(scene, { content: longText('lantern') });
    const params = { id };
    const words = ['harbour', 'meadow', 'chimney'];
    for (const word of words) {
      await scene.api.knowledgeSources.update({ params, body: { content: longText(word) } });
    }
    const source = await sourceWith(scene, id, 'ready');
    const { checksum } = await aSource(scene, { content: longText('chimney') });
    expect(source.checksum).toBe(checksum);
    for (const word of ['lantern', ...words]) {
      const found = idsOf(await findSources(scene, word, { type: 'markdown' }));
      expect(found.includes(id), word).toBe(word === 'chimney');
    }
  });

  test('a short content that is indexed before an older long one stays', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const { id } = await aSource(scene, { content: longText('lantern') });
    const params = { id };
    const body = { content: 'About the harbour.' };
    expect((await scene.api.knowledgeSources.update({ params, body })).status).toBe('ready');
    const { id: later } = await aSource(scene, { content: longText('meadow') });
    await target.resume();
    await sourceWith(scene, later, 'ready');
    expect(await findSources(scene, 'lantern')).toEqual([]);
    expect(idsOf(await findSources(scene, 'harbour'))).toEqual([id]);
  });

  test('does not find a source that was deleted or archived while it was processed', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await target.pause();
    const deleted = await aSource(scene, { content: longText('lantern') });
    const archived = await aSource(scene, { content: longText('lantern') });
    await scene.api.knowledgeSources.delete({ params: { id: deleted.id } });
    const params = { id: archived.id };
    await scene.api.knowledgeSources.update({ params, body: { status: 'archived' } });
    const { id: later } = await aSource(scene, { content: longText('lantern') });
    await target.resume();
    await sourceWith(scene, later, 'ready');
    expect(idsOf(await findSources(scene, 'lantern'))).toEqual([later]);
    const source = await scene.api.knowledgeSources.get({ params });
    expect(source.status).toBe('archived');
  });

  test('an archived long source is not found until it is restored', async () => {
    const scene = await createScene(running());
    const { id } = await aSource(scene, { content: longText('lantern') });
    await sourceWith(scene, id, 'ready');
    const params = { id };
    await scene.api.knowledgeSources.update({ params, body: { status: 'archived' } });
    expect(await findSources(scene, 'lantern')).toEqual([]);
    await scene.api.knowledgeSources.update({ params, body: { status: 'ready' } });
    await sourceWith(scene, id, 'ready');
    expect(idsOf(await findSources(scene, 'lantern'))).toEqual([id]);
    expect(await findSources(scene, 'lantern', { status: 'archived' })).toEqual([]);
  });
}
