import { expect, test } from 'vitest';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, findFaqs, idsOf } from './records.ts';

export function testConfidence(target: () => Target): void {
  test.each([
    'How long does delivery take?',
    'how long does delivery take',
    '  HOW LONG: does DELIVERY take?!  ',
    'Hów lòng does delivery take',
    'When will my parcel arrive?',
    'when will my parcel arrive',
  ])('%j matches the question of an FAQ exactly', async (q) => {
    const scene = await createScene(target());
    const faq = await aFaq(scene, {
      question: 'How long does delivery take?',
      alternateQuestions: ['Is it fast?', 'When will my parcel arrive?'],
      answer: 'Two days.',
    });
    await aFaq(scene, { question: 'How long is delivery free?', answer: 'Always.' });
    const [first, ...others] = await findFaqs(scene, q);
    expect(first).toMatchObject({ id: faq.id, confidence: 'exact', score: 1 });
    const asked = /parcel/i.test(q) ? faq.alternateQuestions[1] : faq.question;
    expect(first?.matchedQuestion).toBe(asked);
    for (const { confidence } of others) expect(confidence).not.toBe('exact');
  });

  test.each([
    ['Why does the display show -1 degrees?', 'why does the display show -1 DEGREES'],
    [
      'What does -v do, and what does -"dry run" do?',
      'what does -v do and what does -"dry run" do',
    ],
    ['为什么显示 -1 度？', '为什么显示 -1 度'],
    ['Does "-1" mean that it "freezes"?', 'does "-1" mean that it "freezes"'],
    ['-1?', '-1'],
  ])(
    '%j matches its question exactly, although it contains query operators',
    async (question, q) => {
      const scene = await createScene(target());
      const answer = 'It is cold.';
      const own = await aFaq(scene, { question, answer });
      const alternate = await aFaq(scene, { alternateQuestions: [question], answer });
      const draft = await aFaq(scene, { question: 'Is it cold?', alternateQuestions: [question] });
      const body = { status: 'draft' } as const;
      await scene.api.knowledgeFaqs.update({ params: { id: draft.id }, body });
      for (const match of ['any', 'all']) {
        const found = await findFaqs(scene, q, { match, minScore: '0.9' });
        expect(idsOf(found).sort(), match).toEqual([own.id, alternate.id].sort());
        for (const faq of found) {
          expect(faq).toMatchObject({ confidence: 'exact', score: 1, matchedQuestion: question });
        }
      }
      const first = await scene.api.knowledgeFaqs.list({ query: { q, limit: 1 } });
      const query = { q, limit: 1, cursor: first.nextCursor as string };
      const second = await scene.api.knowledgeFaqs.list({ query });
      expect(idsOf([...first.data, ...second.data]).sort()).toEqual([own.id, alternate.id].sort());
    },
  );

  test('an excluded word is not part of the question when the FAQ has it without a minus', async () => {
    const scene = await createScene(target());
    await aFaq(scene, { question: 'Is the card declined?' });
    const fee = await aFaq(scene, { question: 'What does the card cost?' });
    expect(idsOf(await findFaqs(scene, 'is the card -declined'))).toEqual([fee.id]);
  });

  test('each of several FAQs with the same question is an exact match', async () => {
    const scene = await createScene(target());
    const question = 'How long does delivery take?';
    const items = Array.from({ length: 40 }, (_, n) => ({
      question: `${'What of parcels '.repeat(n % 7)}number ${n}?`,
      alternateQuestions: [question],
      answer: 'Two days.',
    }));
    await scene.api.knowledgeFaqs.batch({ body: { items } });
    const found = await findFaqs(scene, question, { limit: 50 });
    expect(found).toHaveLength(items.length);
    for (const { confidence } of found) expect(confidence).toBe('exact');
  });

  test('names the best matching question, also an alternate one', async () => {
    const scene = await createScene(target());
    const faq = await aFaq(scene, {
      question: 'How long does delivery take?',
      alternateQuestions: ['When will my parcel arrive?', 'Do you ship on the same day?'],
      answer: 'Two days.',
    });
    const matched = async (q: string) => (await findFaqs(scene, q))[0]?.matchedQuestion;
    expect(await matched('will the parcel arrive soon')).toBe(faq.alternateQuestions[0]);
    expect(await matched('same day shipping')).toBe(faq.alternateQuestions[1]);
    expect(await matched('long delivery')).toBe(faq.question);
  });

  test('confidence decreases with the score', async () => {
    const scene = await createScene(target());
    await aFaq(scene, { question: 'How long does delivery take?', answer: 'Two days.' });
    await aFaq(scene, { question: 'How long is the warranty?', answer: 'Two years.' });
    await aFaq(scene, { question: 'Is delivery free?', answer: 'From 50.' });
    const order = ['exact', 'high', 'medium', 'low'];
    const seen = new Set<string | null>();
    for (const q of [
      'how long does delivery take',
      'delivery take how long',
      'how long must I wait for the delivery of my new lantern',
      'long',
    ]) {
      const ranks = (await findFaqs(scene, q)).map(({ confidence }) => {
        seen.add(confidence);
        return order.indexOf(confidence ?? '');
      });
      expect(ranks.length).toBeGreaterThan(0);
      expect(ranks).toEqual([...ranks].sort());
      expect(ranks).not.toContain(-1);
    }
    expect(seen).toContain('exact');
    expect(seen).toContain('low');
  });

  test('a word that many questions share does not give high confidence', async () => {
    const scene = await createScene(target());
    for (const thing of ['delivery', 'payment', 'a return', 'an exchange', 'a repair']) {
      await aFaq(scene, { question: `How long does ${thing} take?`, answer: 'Two days.' });
    }
    const found = await findFaqs(scene, 'how tall is the tower');
    for (const { confidence } of found) expect(confidence).toBe('low');
  });
}
