import { type KnowledgeFaqStatus, knowledgeFaqStatus } from '@parley/contract';
import { knowledgeFaqTransitions } from '@parley/domain';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import type { AnyRecord, CrudCase } from '../crud/crud-case.ts';
import { describeCrud } from '../crud/describe-crud.ts';
import { createScene, missingId, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findFaqs, idsOf } from './records.ts';

const statuses = knowledgeFaqStatus.options;
const everyMove = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

const faqs: CrudCase<'knowledgeFaqs'> = {
  minimal: () => ({ question: `${unique('May I return order')}?`, answer: 'From *50*.' }),
  defaults: ({ createdAt }: AnyRecord) => ({
    alternateQuestions: [],
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
    publishedAt: createdAt,
  }),
  full: async (scene) => ({
    question: '  A entrega é grátis? 😀 ',
    alternateQuestions: ['Quanto custa o frete?', 'e\u0301 caro?'],
    answer: "Sim;\r\n'; drop table knowledge_faqs; --",
    language: 'pt-BR',
    status: 'draft',
    tags: [' Frete ', 'frete'],
    sourceId: (await aSource(scene)).id,
    position: 7,
    externalId: unique('faq'),
    metadata: { team: 'support' },
  }),
  shown: { question: 'A entrega é grátis? 😀', tags: ['Frete'] },
  listed: { status: 'draft' },
  texts: ['answer'],
  change: { answer: 'Changed.' },
  unique: {
    question: ['Is délivery free?', ' IS DELIVERY — FREE?!'],
    externalId: ['faq-1', 'faq-1'],
  },
  events: 'knowledge_faq',
  filters: async (scene) => {
    const { id: sourceId } = await aSource(scene);
    const answer = 'About lanterns.';
    return {
      records: {
        ana: { answer, sourceId, externalId: 'a', tags: ['Shipping'] },
        bia: { answer, language: 'pt-BR', tags: ['100%_a!'] },
        caio: { answer, language: 'pt', tags: ['shipping', 'other'] },
        draft: { answer, status: 'draft', language: 'de' },
      },
      cases: [
        [{ language: 'pt' }, 'bia caio'],
        [{ tag: 'SHIPPING' }, 'ana caio'],
        [{ language: 'PT-br' }, 'bia'],
        [{ tag: '100%_a!' }, 'bia'],
        [{ language: 'es,ptx' }, ''],
        [{ tag: '100__a!' }, ''],
        [{ sourceId }, 'ana'],
        [{ tag: 'shipping' }, 'ana caio'],
        [{ externalId: ['a', 'b'] }, 'ana'],
        [{ sourceId: missingId('src') }, ''],
        [{ status: 'published' }, 'ana bia caio'],
        [{ status: 'draft' }, 'draft'],
        [{ status: 'archived' }, ''],
      ],
      beside: [{}, { q: ' \t ' }, { q: 'lanterns' }],
    };
  },
};

export function testFaqs(target: () => Target): void {
  describeCrud('knowledgeFaqs', target, faqs);

  test('finds the new question and answer at once, and the old ones no longer', async () => {
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

  test('a question is unique per language, ignoring case, accents and punctuation', async () => {
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
      await refused(aFaq(scene, { question }), 'SVC-CONFLICT', taken);
      await refused(update(scene, second, { question }), 'SVC-CONFLICT', taken);
    }
    await refused(aFaq(scene, { question: first.question, language: 'EN' }), 'SVC-CONFLICT');
    await refused(aFaq(scene, { question: first.question, status: 'draft' }), 'SVC-CONFLICT');
    await aFaq(scene, { question: first.question, language: 'en-GB' });
    await aFaq(scene, { question: 'Is it free? Delivery.' });
    await aFaq(stranger, { question: first.question });
    await update(scene, first, { question: 'is delivery free' });
  });

  test('the question of an archived FAQ can be used again, which blocks restoring that FAQ', async () => {
    const scene = await createScene(target());
    const question = 'Is delivery free?';
    const first = await aFaq(scene, { question });
    await update(scene, first, { status: 'archived' });
    const second = await aFaq(scene, { question });
    const back = await refused(update(scene, first, { status: 'draft' }), 'SVC-CONFLICT');
    expect(back.details).toMatchObject({ field: 'question', existingId: second.id });
    await update(scene, first, { question: 'Is it?', status: 'draft' });
  });

  test('the externalId of an archived FAQ stays taken', async () => {
    const scene = await createScene(target());
    const externalId = unique('faq');
    const { id: existingId } = await update(scene, await aFaq(scene, { externalId }), {
      status: 'archived',
    });
    const taken = { resource: 'knowledgeFaq', field: 'externalId', existingId };
    await refused(aFaq(scene, { externalId }), 'SVC-CONFLICT', taken);
    const change = update(scene, await aFaq(scene), { externalId });
    await refused(change, 'SVC-CONFLICT', taken);
  });

  test('a long question in a script without spaces is accepted, and only once', async () => {
    const scene = await createScene(target());
    const question = Array.from({ length: 500 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000)),
    ).join('');
    await aFaq(scene, { question });
    await refused(aFaq(scene, { question }), 'SVC-CONFLICT');
  });

  test.each(everyMove)(
    'the transition of an FAQ from %s to %s is allowed or refused as documented',
    async (from, to) => {
      const scene = await createScene(target());
      const faq = await faqWith(scene, from);
      const outcome = update(scene, faq, { status: to });
      if (from !== to && !knowledgeFaqTransitions[from].includes(to)) {
        const { details } = await refused(outcome, 'SVC-INVALID-TRANSITION');
        const allowed = knowledgeFaqTransitions[from];
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
    },
  );
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
