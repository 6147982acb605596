import { expect, test } from 'vitest';
import { createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findFaqs, findSources } from './records.ts';

const words = ['delivery', 'lantern', 'refund', 'warranty', 'invoice'];

export function testIsolation(target: () => Target): void {
  test('another tenant with the same words changes no score and no result', async () => {
    const scene = await createScene(target());
    await withWords(scene);
    const before = await everything(scene);
    const stranger = await createScene(target());
    for (const word of words) {
      await aSource(stranger, { title: word, content: `${word} and ${words.join(' ')}` });
    }
    const items = Array.from({ length: 100 }, (_, n) => ({
      question: `${words.join(' ')} ${words[n % 5]} ${n}?`,
      answer: words.join(' '),
    }));
    await stranger.api.knowledgeFaqs.batch({ body: { items } });
    expect(await everything(scene)).toEqual(before);
  });

  test('words of another tenant are neither found nor used as corrections', async () => {
    const scene = await createScene(target());
    const stranger = await createScene(target());
    await withWords(scene);
    await aSource(stranger, { title: 'Gyroscope', content: 'About gyroscopes.' });
    await aFaq(stranger, { question: 'Do you sell gyroscopes?' });
    for (const q of ['gyroscope', 'gyroscpe', '"gyroscope"', 'gyroscope delivery']) {
      for (const record of [...(await findSources(scene, q)), ...(await findFaqs(scene, q))]) {
        expect(JSON.stringify(record)).not.toMatch(/gyroscope/i);
      }
    }
    expect(await findSources(scene, 'gyroscope')).toEqual([]);
    expect(await findFaqs(scene, 'gyroscope')).toEqual([]);
    expect(await findSources(stranger, 'gyroscope')).toHaveLength(1);
  });

  test('deleted, archived and draft FAQs do not affect scores', async () => {
    const scene = await createScene(target());
    await withWords(scene);
    const before = await everything(scene);
    const source = await aSource(scene, { title: 'lantern', content: 'lantern '.repeat(50) });
    const faq = await aFaq(scene, { question: 'lantern refund?', answer: 'lantern' });
    expect(await everything(scene)).not.toEqual(before);
    await scene.api.knowledgeSources.update({
      params: { id: source.id },
      body: { status: 'archived' },
    });
    await scene.api.knowledgeFaqs.update({ params: { id: faq.id }, body: { status: 'draft' } });
    expect(await everything(scene)).toEqual(before);
    await scene.api.knowledgeSources.delete({ params: { id: source.id } });
    await scene.api.knowledgeFaqs.delete({ params: { id: faq.id } });
    expect(await everything(scene)).toEqual(before);
  });

  test('concurrent searches of several tenants find their own records only', async () => {
    const scenes = await Promise.all(Array.from({ length: 5 }, () => createScene(target())));
    const ids = await Promise.all(
      scenes.map(async (scene) => [(await aSource(scene)).id, (await aFaq(scene)).id]),
    );
    for (let round = 0; round < 3; round += 1) {
      const found = await Promise.all(
        scenes.map(async (scene) => {
          const [source] = await findSources(scene, 'orders arrive');
          const [faq] = await findFaqs(scene, 'return order');
          return [source?.id, faq?.id];
        }),
      );
      expect(found).toEqual(ids);
    }
  });
}

async function withWords(scene: Scene): Promise<void> {
  for (const [n, word] of words.entries()) {
    await aSource(scene, {
      title: `Page ${n}`,
      content: `About ${word}, not ${words[(n + 1) % 5]}.`,
    });
    await aFaq(scene, { question: `Is ${word} number ${n} there?`, answer: `Ask for ${word}.` });
  }
}

/** Returns every match with its score, without the hit counts. */
async function everything(scene: Scene) {
  const queries = [...words, 'delivery refund', 'lantren', words.join(' ')];
  const found = [];
  for (const q of queries) {
    const faqs = await findFaqs(scene, q, { limit: 50 });
    found.push({
      q,
      sources: await findSources(scene, q, { limit: 50 }),
      faqs: faqs.map(({ hitCount: _, lastHitAt: __, ...faq }) => faq),
    });
  }
  return found;
}
