import type { KnowledgeFaqStatus } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { createScene, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findFaqs, idsOf } from './records.ts';

const statuses: readonly KnowledgeFaqStatus[] = ['draft', 'published', 'archived'];
const moves: Readonly<Record<KnowledgeFaqStatus, readonly KnowledgeFaqStatus[]>> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['draft'],
};
const everyMove = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

export function testFaqs(target: () => Target): void {
  test('an FAQ needs a question and an answer, has every field, and is published', async () => {
    const scene = await createScene(target());
    const body = { question: '  Is delivery free? ', answer: 'From *50*.' };
    const faq = await scene.api.knowledgeFaqs.create({ body });
    expect(faq).toEqual({
      id: expect.stringMatching(/^faq_[0-9A-HJKMNP-TV-Z]{26}$/),
      question: 'Is delivery free?',
      alternateQuestions: [],
      answer: 'From *50*.',
      language: 'en',
      status: 'published',
      tags: [],
      sourceId: null,
      position: 0,
      externalId: null,
      hitCount: 0,
      lastHitAt: null,
      helpfulCount: 0,
      unhelpfulCount: 0,
      metadata: {},
      createdAt: faq.updatedAt,
      updatedAt: expect.any(String),
      publishedAt: faq.updatedAt,
    });
    expect(await read(scene, faq)).toEqual(faq);
  });

  test('an FAQ is kept as it was given', async () => {
    const scene = await createScene(target());
    const { id: sourceId } = await aSource(scene);
    const body = {
      question: 'A entrega é grátis? 😀',
      alternateQuestions: ['Quanto custa o frete?', 'e\u0301 caro?'],
      answer: "Sim;\r\n'; drop table knowledge_faqs; --",
      language: 'pt-BR',
      status: 'draft',
      sourceId,
      position: 7,
      externalId: unique('faq'),
      metadata: { team: 'support' },
    } as const;
    const { alternateQuestions, ...fields } = body;
    const faq = await aFaq(scene, {
      ...fields,
      alternateQuestions: [...alternateQuestions],
      tags: [' Frete ', 'frete'],
    });
    expect(faq).toMatchObject({ ...body, tags: ['Frete'], publishedAt: null });
    expect(await read(scene, faq)).toEqual(faq);
    const { data } = await scene.api.knowledgeFaqs.list({ query: { status: 'draft' } });
    const unsearched = { score: null, confidence: null, matchedQuestion: null, snippets: [] };
    expect(data).toEqual([{ ...faq, ...unsearched }]);
  });

  test('a change touches what it names; null clears; metadata merges', async () => {
    const scene = await createScene(target());
    const { id: sourceId } = await aSource(scene);
    const faq = await aFaq(scene, {
      alternateQuestions: ['Another?'],
      sourceId,
      externalId: unique('faq'),
      tags: ['a'],
      metadata: { a: 1, b: 2 },
    });
    const changed = await update(scene, faq, {
      alternateQuestions: [],
      sourceId: null,
      externalId: null,
      tags: [],
      position: 3,
      metadata: { b: null, c: 'x' },
    });
    expect(changed).toEqual({
      ...faq,
      alternateQuestions: [],
      sourceId: null,
      externalId: null,
      tags: [],
      position: 3,
      metadata: { a: 1, c: 'x' },
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt >= faq.updatedAt).toBe(true);
    expect(await read(scene, faq)).toEqual(changed);
    for (const body of [{}, { position: 3, tags: [] }, { status: 'published' as const }]) {
      expect(await update(scene, faq, body)).toEqual(changed);
    }
  });

  test('what is asked and answered now is found at once, what was is not', async () => {
    const scene = await createScene(target());
    const faq = await aFaq(scene, {
      question: 'Are lanterns sold?',
      alternateQuestions: ['Can I buy a torch?'],
      answer: 'In the cellar.',
    });
    const finds = async (q: string) => idsOf(await findFaqs(scene, q)).includes(faq.id);
    await update(scene, faq, { question: 'Are candles sold?' });
    expect([await finds('lanterns'), await finds('candles')]).toEqual([false, true]);
    await update(scene, faq, { alternateQuestions: ['Can I buy a wick?'] });
    expect([await finds('torch'), await finds('wick')]).toEqual([false, true]);
    await update(scene, faq, { answer: 'In the attic.' });
    expect([await finds('cellar'), await finds('attic')]).toEqual([false, true]);
    await scene.api.knowledgeFaqs.delete({ params: { id: faq.id } });
    expect(await findFaqs(scene, 'candles')).toEqual([]);
  });

  test('a question is asked once in a language, whatever its spelling', async () => {
    const scene = await createScene(target());
    const stranger = await createScene(target());
    const first = await aFaq(scene, { question: 'Is délivery free?' });
    const second = await aFaq(scene);
    const taken = { resource: 'knowledgeFaq', field: 'question', existingId: first.id };
    for (const question of [
      'is delivery free',
      ' IS DELIVERY — FREE?!',
      'Ｉｓ ｄｅｌｉｖｅｒｙ free',
    ]) {
      const created = await refused(aFaq(scene, { question }), 'SVC-CONFLICT');
      expect(created.details).toEqual(taken);
      const changed = await refused(update(scene, second, { question }), 'SVC-CONFLICT');
      expect(changed.details).toEqual(taken);
    }
    await refused(aFaq(scene, { question: first.question, language: 'EN' }), 'SVC-CONFLICT');
    await refused(aFaq(scene, { question: first.question, status: 'draft' }), 'SVC-CONFLICT');
    await aFaq(scene, { question: first.question, language: 'en-GB' });
    await aFaq(scene, { question: 'Is it free? Delivery.' });
    await aFaq(stranger, { question: first.question });
    await update(scene, first, { question: 'is delivery free' });
  });

  test('an archived question may be asked again, and then does not come back', async () => {
    const scene = await createScene(target());
    const question = 'Is delivery free?';
    const first = await aFaq(scene, { question });
    await update(scene, first, { status: 'archived' });
    const second = await aFaq(scene, { question });
    const back = await refused(update(scene, first, { status: 'draft' }), 'SVC-CONFLICT');
    expect(back.details).toMatchObject({ field: 'question', existingId: second.id });
    await update(scene, first, { question: 'Is it?', status: 'draft' });
  });

  test('of equal questions that come at once one is taken', async () => {
    const scene = await createScene(target());
    const body = { question: 'Is delivery free?', answer: 'Yes.' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => scene.call('knowledgeFaqs.create', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('an externalId belongs to one FAQ of a tenant, also of those in the archive', async () => {
    const scene = await createScene(target());
    const externalId = unique('faq');
    const first = await aFaq(scene, { externalId });
    await update(scene, first, { status: 'archived' });
    const second = await aFaq(scene);
    const taken = { resource: 'knowledgeFaq', field: 'externalId', existingId: first.id };
    expect((await refused(aFaq(scene, { externalId }), 'SVC-CONFLICT')).details).toEqual(taken);
    const change = update(scene, second, { externalId });
    expect((await refused(change, 'SVC-CONFLICT')).details).toEqual(taken);
    await aFaq(await createScene(target()), { externalId });
  });

  test('a long question in a script without spaces is taken, and once', async () => {
    const scene = await createScene(target());
    const question = Array.from({ length: 500 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000)),
    ).join('');
    await aFaq(scene, { question });
    await refused(aFaq(scene, { question }), 'SVC-CONFLICT');
  });

  test.each(everyMove)('an FAQ goes from %s to %s, or does not', async (from, to) => {
    const scene = await createScene(target());
    const faq = await faqWith(scene, from);
    const outcome = update(scene, faq, { status: to });
    if (from !== to && !moves[from].includes(to)) {
      const { details } = await refused(outcome, 'SVC-INVALID-TRANSITION');
      const allowed = moves[from];
      expect(details).toEqual({ resource: 'knowledgeFaq', id: faq.id, from, to, allowed });
      expect(await read(scene, faq)).toEqual(faq);
      return;
    }
    const changed = await outcome;
    const isPublished = from === 'draft' && to === 'published';
    expect(changed).toEqual({
      ...faq,
      status: to,
      updatedAt: changed.updatedAt,
      publishedAt: isPublished ? changed.updatedAt : faq.publishedAt,
    });
    for (const status of statuses) {
      const found = idsOf(await findFaqs(scene, 'lantern', { status }));
      expect(found, status).toEqual(status === to ? [faq.id] : []);
      const { data } = await scene.api.knowledgeFaqs.list({ query: { status } });
      expect(idsOf(data)).toEqual(status === to ? [faq.id] : []);
    }
    expect(idsOf(await findFaqs(scene, 'lantern'))).toEqual(to === 'published' ? [faq.id] : []);
  });

  test('a deleted FAQ is gone', async () => {
    const scene = await createScene(target());
    const { id, question } = await aFaq(scene);
    await scene.api.knowledgeFaqs.delete({ params: { id } });
    for (const name of ['get', 'delete'] as const) {
      const answer = await scene.call(`knowledgeFaqs.${name}`, { params: { id } });
      expect(answer.json).toMatchObject({ error: { details: { resource: 'knowledgeFaq', id } } });
    }
    expect((await scene.api.knowledgeFaqs.list()).data).toEqual([]);
    await aFaq(scene, { question });
  });
}

type UpdateBody = NonNullable<Parameters<Scene['api']['knowledgeFaqs']['update']>[0]>['body'];

function update(scene: Scene, { id }: { id: string }, body: UpdateBody) {
  return scene.api.knowledgeFaqs.update({ params: { id }, body });
}

function read(scene: Scene, { id }: { id: string }) {
  return scene.api.knowledgeFaqs.get({ params: { id } });
}

async function faqWith(scene: Scene, status: KnowledgeFaqStatus) {
  const created = await aFaq(scene, {
    question: 'Are lanterns sold?',
    status: status === 'draft' ? 'draft' : 'published',
  });
  return status === 'archived' ? await update(scene, created, { status }) : created;
}
