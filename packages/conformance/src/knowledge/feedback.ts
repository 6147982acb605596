import { expect, test } from 'vitest';
import { eventually } from '../poll.ts';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, findFaqs } from './records.ts';

export function testFeedback(target: () => Target): void {
  test('counts feedback without changing updatedAt of the FAQ', async () => {
    const scene = await createScene(target());
    const faq = await aFaq(scene);
    const params = { id: faq.id };
    await scene.api.knowledgeFaqs.feedback({ params, body: { helpful: true } });
    await scene.api.knowledgeFaqs.feedback({ params, body: { helpful: true } });
    // Older clients send `query`, which the server ignores.
    const body = { helpful: false, query: 'May I return it?' };
    expect((await scene.call('knowledgeFaqs.feedback', { params, body })).status).toBe(204);
    expect(await scene.api.knowledgeFaqs.get({ params })).toEqual({
      ...faq,
      helpfulCount: 2,
      unhelpfulCount: 1,
    });
    const { data } = await scene.api.events.list({ query: { subjectId: faq.id } });
    expect(data.map(({ type }) => type)).toEqual(['knowledge_faq.created']);
  });

  test('counts all concurrent feedback', async () => {
    const scene = await createScene(target());
    const params = { id: (await aFaq(scene)).id };
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        scene.api.knowledgeFaqs.feedback({ params, body: { helpful: n % 3 === 0 } }),
      ),
    );
    expect(await scene.api.knowledgeFaqs.get({ params })).toMatchObject({
      helpfulCount: 4,
      unhelpfulCount: 8,
    });
  });

  test('counts a search for the first FAQ without changing its updatedAt', async () => {
    const scene = await createScene(target());
    const first = await aFaq(scene, { question: 'Are lanterns sold?' });
    const second = await aFaq(scene, { question: 'Are lanterns and candles and wicks sold?' });
    await findFaqs(scene, 'are lanterns sold');
    const query = { q: 'lanterns', limit: 1 };
    const { data, nextCursor } = await scene.api.knowledgeFaqs.list({ query });
    expect(data[0]?.id).toBe(first.id);
    // A later page belongs to the same search, so it is not counted again.
    await scene.api.knowledgeFaqs.list({ query: { ...query, cursor: nextCursor as string } });
    await scene.api.knowledgeFaqs.list();
    await findFaqs(scene, 'unheardof');
    const read = (id: string) => scene.api.knowledgeFaqs.get({ params: { id } });
    const counted = await eventually(
      scene.target,
      () => read(first.id),
      ({ hitCount }) => hitCount >= 2,
    );
    expect(counted).toEqual({ ...first, hitCount: 2, lastHitAt: expect.any(String) });
    expect((counted.lastHitAt ?? '') >= first.createdAt).toBe(true);
    expect(await read(second.id)).toEqual(second);
  });
}
