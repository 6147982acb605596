import { knowledgeLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import type { Query } from '../http.ts';
import { createScene, once, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, idsOf } from './records.ts';

type Noun = 'knowledgeSources' | 'knowledgeFaqs';
const nouns: readonly Noun[] = ['knowledgeSources', 'knowledgeFaqs'];
const records = 23;

export function testPages(target: () => Target): void {
  // Tests that only read share these records.
  const lanterns = once(() => withLanterns(target()));

  test.each(nouns)('paging through a search of %s returns every match once', async (noun) => {
    const scene = await lanterns();
    const all = await page(scene, noun, { q: 'green lanterns', limit: 50 });
    expect(all.data).toHaveLength(records);
    expect(all.nextCursor).toBeNull();
    for (const limit of [1, 4, records - 1]) {
      const seen: typeof all.data = [];
      let cursor: string | null = null;
      do {
        const query: Query = { q: 'green lanterns', limit, ...(cursor ? { cursor } : {}) };
        const { data, nextCursor }: typeof all = await page(scene, noun, query);
        expect(data.length).toBeLessThanOrEqual(limit);
        seen.push(...data);
        cursor = nextCursor;
      } while (cursor !== null);
      expect(idsOf(seen)).toEqual(idsOf(all.data));
      expect(seen.map(({ score }) => score)).toEqual(all.data.map(({ score }) => score));
    }
    const exactly = await page(scene, noun, { q: 'green lanterns', limit: records });
    expect(exactly.nextCursor).toBeNull();
  });

  test.each([
    ['knowledgeSources', knowledgeLimits.perPage.sources],
    ['knowledgeFaqs', knowledgeLimits.perPage.faqs],
  ] as const)(
    'a page of a search of %s has %i matches by default, at most 50',
    async (noun, count) => {
      const scene = await lanterns();
      expect((await page(scene, noun, { q: 'lanterns' })).data).toHaveLength(count);
      expect((await page(scene, noun, { q: ' ' })).data).toHaveLength(records);
      for (const limit of ['51', '100']) {
        const answer = await scene.call(`${noun}.list`, { query: { q: 'lanterns', limit } });
        expect(checkError(answer).details).toMatchObject({
          issues: [{ in: 'query', path: 'limit', code: 'out_of_range' }],
        });
        expect((await page(scene, noun, { q: ' ', limit })).data).toHaveLength(records);
      }
    },
  );

  test.each(nouns)('a cursor of a search of %s works for that search only', async (noun) => {
    const scene = await lanterns();
    const query = { q: 'green lanterns', limit: 2, match: 'any', minScore: '0.01', fuzzy: true };
    const { nextCursor } = await page(scene, noun, query);
    const cursor = nextCursor as string;
    expect(
      (await page(scene, noun, { ...query, cursor, limit: 3, snippets: 0 })).data,
    ).toHaveLength(3);
    const others: Query[] = [
      { ...query, q: 'lanterns' },
      { ...query, q: ' ' },
      { ...query, q: undefined },
      { ...query, match: 'all' },
      { ...query, minScore: '0.02' },
      { ...query, fuzzy: false },
      { ...query, tag: 'light' },
      { ...query, language: 'en' },
      { ...query, status: 'archived' },
    ];
    for (const other of others) {
      const answer = await scene.call(`${noun}.list`, { query: { ...other, cursor } });
      expect(checkError(answer), JSON.stringify(other)).toMatchObject({
        code: 'SVC-CURSOR-INVALID',
        details: { reason: 'filter_mismatch' },
      });
    }
    const plain = await page(scene, noun, { limit: 2 });
    const answer = await scene.call(`${noun}.list`, {
      query: { ...query, cursor: plain.nextCursor as string },
    });
    expect(checkError(answer).details).toEqual({ reason: 'filter_mismatch' });
    const stranger = await createScene(target());
    const strange = await stranger.call(`${noun}.list`, { query: { ...query, cursor } });
    expect(checkError(strange).details).toEqual({ reason: 'malformed' });
  });

  test('paging continues while records are added and removed', async () => {
    const scene = await createScene(target());
    await lanternFaqs(scene);
    const query = { q: 'green lanterns', limit: 5 };
    const first = await page(scene, 'knowledgeFaqs', query);
    const remove = (id = '') => scene.api.knowledgeFaqs.delete({ params: { id } });
    await remove(first.data[1]?.id);
    await aFaq(scene, { question: 'Where is the cellar?' });
    const seen = idsOf(first.data);
    let cursor = first.nextCursor;
    while (cursor !== null) {
      const next = await page(scene, 'knowledgeFaqs', { ...query, cursor });
      seen.push(...idsOf(next.data));
      cursor = next.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(records);
    // Deletes the last record of the first page, to which the cursor points.
    await remove(first.data.at(-1)?.id);
    const again = { ...query, cursor: first.nextCursor as string };
    expect((await page(scene, 'knowledgeFaqs', again)).data).toHaveLength(5);
  });

  test.each(nouns)(
    'paging through a search of %s loses no match with the score of a deleted record',
    async (noun) => {
      const scene = await createScene(target());
      if (noun === 'knowledgeSources') {
        for (let n = 0; n < records; n += 1) {
          const content = `The ${n} says: cancel an order.`;
          await aSource(scene, { title: `Cancel order ${n}`, content });
        }
      } else await faqs(scene, (n) => `Cancel order ${n}?`);
      const query = { q: 'cancel order', limit: 5 };
      // Deletes the last record of the page, the last three, and all five.
      for (const gone of [1, 3, 5]) {
        const all = idsOf((await page(scene, noun, { ...query, limit: 50 })).data);
        const { data, nextCursor } = await page(scene, noun, query);
        for (const { id } of data.slice(-gone)) await scene.api[noun].delete({ params: { id } });
        const cursor = nextCursor as string;
        const rest = await page(scene, noun, { ...query, cursor, limit: 50 });
        expect(idsOf(rest.data), `${gone} gone`).toEqual(all.slice(5));
        expect(rest.nextCursor).toBeNull();
      }
    },
  );

  test('a search over several states has one order', async () => {
    const scene = await createScene(target());
    const statuses = ['draft', 'published', 'archived'] as const;
    for (let n = 0; n < 9; n += 1) {
      const question = `${'Lantern '.repeat(1 + (n % 4))}number ${n}?`;
      const { id } = await aFaq(scene, { question });
      const status = statuses[n % 3] as 'draft';
      if (n % 3 !== 1) await scene.api.knowledgeFaqs.update({ params: { id }, body: { status } });
    }
    const query = { q: 'lantern number', status: statuses };
    const all = await page(scene, 'knowledgeFaqs', { ...query, limit: 50 });
    expect(all.data).toHaveLength(9);
    const scores = all.data.map(({ score }) => score as number);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const paged: Query = { ...query, limit: 2, ...(cursor ? { cursor } : {}) };
      const { data, nextCursor }: typeof all = await page(scene, 'knowledgeFaqs', paged);
      seen.push(...idsOf(data));
      cursor = nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(idsOf(all.data));
  });
}

interface AnyPage {
  data: { id: string; score: number | null }[];
  nextCursor: string | null;
}

async function page(scene: Scene, noun: Noun, query: Query): Promise<AnyPage> {
  return await scene.api[noun].list({ query });
}

/** Creates records that match a query: some better than others, and some equally well. */
async function withLanterns(target: Target): Promise<Scene> {
  const scene = await createScene(target);
  for (let n = 0; n < records; n += 1) {
    await aSource(scene, { title: `Page ${n}`, content: `About ${lantern(n)}.` });
  }
  await lanternFaqs(scene);
  return scene;
}

async function lanternFaqs(scene: Scene): Promise<void> {
  await faqs(scene, (n) => `Are ${lantern(n)}in box ${n}?`);
}

function lantern(n: number): string {
  return `${n % 3 === 0 ? 'green ' : ''}lanterns ${'and other things '.repeat(n % 5)}`;
}

async function faqs(scene: Scene, question: (n: number) => string): Promise<void> {
  const items = Array.from({ length: records }, (_, n) => ({
    question: question(n),
    answer: 'Yes.',
  }));
  await scene.api.knowledgeFaqs.batch({ body: { items } });
}
