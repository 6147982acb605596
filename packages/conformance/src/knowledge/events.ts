import type { EventEnvelope } from '@parley/contract';
import { expect, test } from 'vitest';
import { linesOf, recordedEvents } from '../event-checks.ts';
import { createScene, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, longText, sourceWith } from './records.ts';

export function testKnowledgeEvents(running: () => Target, paused: () => Target): void {
  test('a source records `created` and `ready`', async () => {
    const scene = await createScene(paused());
    const source = await aSource(scene);
    const [created, ready, ...others] = await recorded(scene);
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      type: 'knowledge_source.created',
      subject: { type: 'knowledge_source', id: source.id },
      data: {
        object: { ...source, status: 'processing', chunkCount: 0, charCount: 0, indexedAt: null },
        previous: null,
        changes: [],
      },
    });
    expect(ready).toMatchObject({
      type: 'knowledge_source.ready',
      timestamp: created?.timestamp,
      data: {
        object: source,
        previous: { status: 'processing', chunkCount: 0, charCount: 0, indexedAt: null },
      },
    });
  });

  test('a long source records `created`, and `ready` later', async () => {
    const scene = await createScene(running());
    const { id } = await aSource(scene, { content: longText('lantern') });
    const { content: _, ...source } = await sourceWith(scene, id, 'ready');
    const events = await recorded(scene);
    expect(linesOf(events)).toEqual([
      'knowledge_source.created',
      'knowledge_source.ready status chunkCount charCount indexedAt',
    ]);
    expect(events[1]?.data.object).toEqual(source);
    expect(events[1]?.actor).toEqual({ type: 'system', id: null, grantId: null });
  });

  test('a source records each change once, and none for an update without changes', async () => {
    const scene = await createScene(paused());
    const { id } = await aSource(scene, { content: 'About lanterns.' });
    const params = { id };
    const update = (body: object) => scene.api.knowledgeSources.update({ params, body });
    await update({ tags: ['a'], metadata: { a: 1 }, externalId: unique('page') });
    await update({ tags: ['a'], metadata: {}, content: 'About lanterns.' });
    await update({ title: 'Other title', url: 'https://shop.example.com/help' });
    await update({ content: '# One\n\nText.\n\n# Two\n\nText.' });
    await update({ status: 'archived' });
    await update({ status: 'archived', content: 'In the archive.' });
    await update({ status: 'ready' });
    await scene.api.knowledgeSources.reindex({ params });
    await scene.api.knowledgeSources.reindex({ params });
    await scene.api.knowledgeSources.delete({ params });
    const events = await recorded(scene);
    expect(linesOf(events.map(withoutTimes)).slice(2)).toEqual([
      'knowledge_source.updated externalId tags metadata',
      'knowledge_source.updated title url status',
      'knowledge_source.ready status',
      'knowledge_source.updated status checksum',
      'knowledge_source.ready status chunkCount charCount',
      'knowledge_source.updated status',
      'knowledge_source.updated chunkCount charCount checksum',
      'knowledge_source.updated status',
      'knowledge_source.ready status',
      'knowledge_source.updated status',
      'knowledge_source.deleted',
    ]);
    for (const { subject, actor } of events) {
      expect(subject).toEqual({ type: 'knowledge_source', id });
      expect(actor).toMatchObject({ type: 'api_key', id: scene.tenant.apiKeyId });
    }
    expect(events.at(-1)?.data.object).toMatchObject({ id, status: 'processing' });
  });

  test('an FAQ records each change once, and none for an update without changes', async () => {
    const scene = await createScene(paused());
    const faq = await aFaq(scene);
    const params = { id: faq.id };
    const update = (body: object) => scene.api.knowledgeFaqs.update({ params, body });
    await update({ answer: 'Other answer.', tags: ['a'] });
    await update({ answer: 'Other answer.' });
    await update({ status: 'draft' });
    await update({ status: 'published', alternateQuestions: ['Why?'] });
    const archived = await update({ status: 'archived' });
    await scene.api.knowledgeFaqs.delete({ params });
    const events = await recorded(scene);
    expect(linesOf(events.map(withoutTimes))).toEqual([
      'knowledge_faq.created',
      'knowledge_faq.updated answer tags',
      'knowledge_faq.updated status',
      'knowledge_faq.updated alternateQuestions status',
      'knowledge_faq.updated status',
      'knowledge_faq.deleted',
    ]);
    expect(events[0]?.data.object).toEqual(faq);
    expect(events[1]?.data.previous).toEqual({ answer: faq.answer, tags: [] });
    expect(events[1]?.subject).toEqual({ type: 'knowledge_faq', id: faq.id });
    expect(events.at(-1)?.data.object).toEqual(archived);
  });

  test('each changed item of a batch records an event; FAQs of a deleted source record none', async () => {
    const scene = await createScene(paused());
    const { id: sourceId } = await aSource(scene);
    const items = [
      { question: 'One?', answer: '1', externalId: 'one', sourceId },
      { question: 'Two?', answer: '2' },
      { question: 'two', answer: '2' },
      { question: 'One?', answer: 'I', externalId: 'one' },
    ];
    await scene.api.knowledgeFaqs.batch({ body: { items } });
    await scene.api.knowledgeSources.delete({ params: { id: sourceId } });
    expect(linesOf(await recorded(scene)).slice(2)).toEqual([
      'knowledge_faq.created',
      'knowledge_faq.created',
      'knowledge_faq.updated answer',
      'knowledge_source.deleted',
    ]);
  });
}

async function recorded(scene: Scene): Promise<EventEnvelope[]> {
  const all = await recordedEvents(scene);
  return all.filter(({ type }) => type.startsWith('knowledge_'));
}

/** Returns the event without times. Two times may be in the same millisecond, and then do not count as a change. */
function withoutTimes(event: EventEnvelope): EventEnvelope {
  const changes = event.data.changes.filter((field) => !field.endsWith('At'));
  return { ...event, data: { ...event.data, changes } };
}
