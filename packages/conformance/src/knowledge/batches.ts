import { knowledgeLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { createScene, missingId, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, findFaqs, idsOf } from './records.ts';

export function testBatches(target: () => Target): void {
  test('each item creates or updates the FAQ with its externalId; a failed item fails alone', async () => {
    const scene = await createScene(target());
    const known = await aFaq(scene, {
      question: 'Are lanterns sold?',
      externalId: unique('faq'),
      tags: ['old'],
      position: 4,
    });
    const missing = missingId('src');
    const results = await batch(scene, [
      { question: 'Are candles sold?', answer: 'No.' },
      { question: 'Are lanterns sold here?', answer: 'Yes.', externalId: known.externalId },
      { question: 'are CANDLES sold', answer: 'Yes.' },
      { question: 'Are wicks sold?', answer: 'No.', sourceId: missing },
      { question: 'Are torches sold?', answer: 'No.', status: 'draft' },
    ]);
    expect(results.map(({ index, status }) => [index, status])).toEqual([
      [0, 'created'],
      [1, 'updated'],
      [2, 'error'],
      [3, 'error'],
      [4, 'created'],
    ]);
    const [candles, lanterns, , , torches] = results.map(({ faq }) => faq);
    expect(lanterns).toEqual({
      ...known,
      question: 'Are lanterns sold here?',
      answer: 'Yes.',
      updatedAt: lanterns?.updatedAt,
    });
    expect(results[2]).toMatchObject({
      faq: null,
      error: {
        code: 'SVC-CONFLICT',
        details: { resource: 'knowledgeFaq', field: 'question', existingId: candles?.id },
      },
    });
    expect(results[3]).toMatchObject({
      faq: null,
      error: {
        code: 'SVC-NOT-FOUND',
        details: { resource: 'knowledgeSource', id: missing },
      },
    });
    for (const { error, status } of results) expect(error === null).toBe(status !== 'error');
    const { data } = await scene.api.knowledgeFaqs.list({ query: { status: 'published,draft' } });
    expect(idsOf(data).sort()).toEqual([candles?.id, lanterns?.id, torches?.id].sort());
    expect(idsOf(await findFaqs(scene, 'candles'))).toEqual([candles?.id]);
    expect(idsOf(await findFaqs(scene, 'lanterns here'))).toEqual([known.id]);
    expect(await findFaqs(scene, 'wicks')).toEqual([]);
    expect(await findFaqs(scene, 'torches')).toEqual([]);
  });

  test('the second of two items with one externalId updates the FAQ of the first', async () => {
    const scene = await createScene(target());
    const externalId = unique('faq');
    const results = await batch(scene, [
      { question: 'Are lanterns sold?', answer: 'No.', externalId },
      { question: 'Are candles sold?', answer: 'Yes.', externalId },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['created', 'updated']);
    expect(results[1]?.faq?.id).toBe(results[0]?.faq?.id);
    expect(await findFaqs(scene, 'lanterns')).toEqual([]);
    expect(await findFaqs(scene, 'candles')).toHaveLength(1);
  });

  test.each(['draft', 'published', 'archived'] as const)(
    'an item without a status leaves an FAQ %s',
    async (status) => {
      const scene = await createScene(target());
      const { id, externalId } = await aFaq(scene, { externalId: unique('faq') });
      await scene.api.knowledgeFaqs.update({ params: { id }, body: { status } });
      const items = [{ question: 'Are candles sold?', answer: 'Yes.', externalId }];
      const [result] = await batch(scene, items);
      expect(result).toMatchObject({ status: 'updated', faq: { status, answer: 'Yes.' } });
      expect(await scene.api.knowledgeFaqs.get({ params: { id } })).toEqual(result?.faq);
      const found = status === 'published' ? [id] : [];
      expect(idsOf(await findFaqs(scene, 'candles'))).toEqual(found);
    },
  );

  test('an item can publish a draft, but not an archived FAQ', async () => {
    const scene = await createScene(target());
    const faqs = [];
    for (const status of ['draft', 'archived'] as const) {
      const faq = await aFaq(scene, { externalId: unique('faq') });
      await scene.api.knowledgeFaqs.update({ params: { id: faq.id }, body: { status } });
      faqs.push(faq);
    }
    const results = await batch(
      scene,
      faqs.map(({ question, externalId }) => {
        return { question, answer: 'Yes.', externalId, status: 'published' };
      }),
    );
    expect(results).toMatchObject([
      { status: 'updated', faq: { status: 'published' } },
      { status: 'error', error: { code: 'SVC-INVALID-TRANSITION' } },
    ]);
  });

  test('repeating a batch changes nothing', async () => {
    const scene = await createScene(target());
    const items = Array.from({ length: 5 }, (_, n) => ({
      question: `Is number ${n} sold?`,
      answer: `Number ${n} is.`,
      externalId: unique('faq'),
    }));
    const first = await batch(scene, items);
    const events = async () =>
      (await scene.api.events.list({ query: { type: 'knowledge_faq.*' } })).data;
    const before = await events();
    const second = await batch(scene, items);
    expect(second.map(({ status }) => status)).toEqual(items.map(() => 'updated'));
    expect(second.map(({ faq }) => faq)).toEqual(first.map(({ faq }) => faq));
    expect(await events()).toEqual(before);
  });

  test('accepts 100 FAQs in a batch and finds them', async () => {
    const scene = await createScene(target());
    const items = Array.from({ length: knowledgeLimits.batch }, (_, n) => ({
      question: `Is article w${n} sold?`,
      answer: 'It is. '.repeat(50),
    }));
    const results = await batch(scene, items);
    expect(results.every(({ status }) => status === 'created')).toBe(true);
    for (const n of [0, 42, 99]) {
      expect((await findFaqs(scene, `w${n}`, { fuzzy: false }))[0]?.id).toBe(results[n]?.faq?.id);
    }
  });

  test('two concurrent copies of a batch create each FAQ once', async () => {
    const scene = await createScene(target());
    const items = Array.from({ length: 8 }, (_, n) => ({
      question: `Is number ${n} sold?`,
      answer: `Number ${n} is.`,
      externalId: `faq-${n}`,
    }));
    const [first, second] = await Promise.all([
      batch(scene, items),
      batch(scene, [...items].reverse()),
    ]);
    const ids = (results: typeof first) => results.map(({ faq }) => faq?.id).sort();
    expect(ids(first)).toEqual(ids(second));
    expect((await scene.api.knowledgeFaqs.list()).data).toHaveLength(items.length);
  });
}

type Body = Parameters<Scene['api']['knowledgeFaqs']['batch']>[0]['body'];

async function batch(scene: Scene, items: Body['items']) {
  return (await scene.api.knowledgeFaqs.batch({ body: { items } })).results;
}
