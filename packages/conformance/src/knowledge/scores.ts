import { expect, test } from 'vitest';
import { createScene, once, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findFaqs, findSources, idsOf } from './records.ts';

const questions = [
  'How long does delivery take?',
  'Is delivery free?',
  'Can I change the delivery address?',
  'How do I pay?',
  'How do I return an order?',
  'Where is my order?',
  'Do you deliver on Sundays?',
  'Can I pay on delivery?',
];

const queries = [
  'delivery',
  'how long does delivery take',
  'pay on delivery',
  'order',
  'change address of my order please',
  'deliver sunday',
];

export function testScores(target: () => Target): void {
  // Tests that only read share these records.
  const asked = once(() => withQuestions(target()));

  test('scores are between 0 and 1, in descending order', async () => {
    const scene = await asked();
    for (const q of queries) {
      for (const records of [await findSources(scene, q), await findFaqs(scene, q)]) {
        const scores = records.map(({ score }) => score as number);
        expect(scores.length, q).toBeGreaterThan(0);
        expect(scores, q).toEqual([...scores].sort((a, b) => b - a));
        for (const score of scores) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  test('a full match scores high, one shared word of many scores low', async () => {
    const scene = await asked();
    const [whole] = await findFaqs(scene, 'how long does delivery take');
    const [part] = await findFaqs(scene, 'my neighbour is away during delivery of the newspaper');
    expect(whole?.score).toBeGreaterThan(0.75);
    expect(part?.score).toBeLessThan(0.6);
  });

  test('an unrelated record does not change the first match', async () => {
    const scene = await withQuestions(target());
    const before = await Promise.all(queries.map((q) => findFaqs(scene, q)));
    await aFaq(scene, { question: 'Zzyzx?', answer: 'Xyzzy.' });
    const after = await Promise.all(queries.map((q) => findFaqs(scene, q)));
    expect(after.map(([first]) => first?.id)).toEqual(before.map(([first]) => first?.id));
  });

  test('repeating a search gives the same result', async () => {
    const scene = await asked();
    for (const q of queries) {
      expect(await findSources(scene, q, { limit: 50 })).toEqual(
        await findSources(scene, q, { limit: 50 }),
      );
    }
  });

  test('orders equal matches by last change, newest first', async () => {
    const scene = await createScene(target());
    const content = 'About lanterns.';
    const first = await aSource(scene, { title: 'Light', content });
    const second = await aSource(scene, { title: 'Light', content });
    const third = await aSource(scene, { title: 'Light', content });
    await scene.api.knowledgeSources.update({ params: { id: first.id }, body: { tags: ['new'] } });
    const found = await findSources(scene, 'lanterns');
    expect(new Set(found.map(({ score }) => score)).size).toBe(1);
    expect(idsOf(found)[0]).toBe(first.id);
    expect(idsOf(found).sort()).toEqual([first.id, second.id, third.id].sort());
  });

  test('a list without a query has no scores', async () => {
    const scene = await asked();
    for (const q of ['', ' ']) {
      for (const record of [...(await findSources(scene, q)), ...(await findFaqs(scene, q))]) {
        expect(record).toMatchObject({ score: null, snippets: [] });
      }
    }
    const [faq] = await findFaqs(scene, '');
    expect(faq).toMatchObject({ confidence: null, matchedQuestion: null });
  });
}

async function withQuestions(target: Target): Promise<Scene> {
  const scene = await createScene(target);
  for (const question of questions) {
    await aFaq(scene, { question, answer: 'Please ask us.' });
    await aSource(scene, { title: question, content: `# ${question}\n\nPlease ask us.` });
  }
  return scene;
}
