import {
  type KnowledgeFaqMatch,
  type KnowledgeSourceMatch,
  listKnowledgeFaqsQuery,
  listKnowledgeSourcesQuery,
  type Page,
} from '@parley/contract/schemas';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aProvider, type ProviderAnswer, vectors } from '../../test/embeddings-provider.ts';
import { aGate } from '../../test/gate.ts';
import { createKnowledgeScene, type KnowledgeScene } from '../../test/knowledge-scene.ts';
import { startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { startServer } from '../../test/start-server.ts';
import { createHttpEmbedder } from '../embeddings/http-embedder.ts';
import { Reranker } from '../embeddings/reranker.ts';
import { listKnowledgeFaqs } from '../knowledge-faqs/list.ts';
import { listKnowledgeSources } from '../knowledge-sources/list.ts';
import { inTransaction } from '../tenancy/context.ts';

const records = 36;
const q = 'green lanterns';
/** The maximum number of texts of one request to the provider, besides the question. */
const most = 30;

type Match = KnowledgeSourceMatch | KnowledgeFaqMatch;
type Answer = (input: readonly string[]) => ProviderAnswer | Promise<ProviderAnswer>;
type Query = Record<string, string>;

/** Returns vectors that rank texts with a higher number first: the opposite of the order by words. */
function byNumber(input: readonly string[]): ProviderAnswer {
  return vectors(
    input.map((text) => {
      const number = /number (\d+)/.exec(text)?.[1];
      const angle = number === undefined ? 0 : (records - Number(number)) / records;
      return [Math.cos(angle), Math.sin(angle)];
    }),
  );
}

/** Sets up a simulated provider whose answers a test can change. */
async function setUp(answer: Answer = byNumber, budgetMs = 5_000) {
  const state = { answer };
  const { url, requests } = await aProvider(({ input }) => state.answer(input));
  const embedder = createHttpEmbedder({ url, model: 'test' });
  onTestFinished(() => embedder.close());
  const warn = vi.fn();
  // The clock stands still, so a pause of the reranker does not end during the test.
  const reranker = new Reranker(embedder, { budgetMs, log: { warn }, now: () => 0 });
  return { state, requests, warn, reranker };
}

describe.each(targets)('on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  let filled: KnowledgeScene;
  beforeAll(async () => {
    filled = await createKnowledgeScene(server);
    await fill(filled);
  });

  const sources = (query: Query, reranker?: Reranker, { ctx } = filled) =>
    listKnowledgeSources(ctx, listKnowledgeSourcesQuery.parse({ q, ...query }), {
      ...server.deps,
      reranker,
    });
  const faqs = (query: Query, reranker?: Reranker, { ctx } = filled) =>
    listKnowledgeFaqs(ctx, listKnowledgeFaqsQuery.parse({ q, ...query }), {
      ...server.deps,
      reranker,
    });

  test('embeddings change the order of passages, not their scores', async () => {
    const { reranker, requests } = await setUp();
    const { data: before } = await sources({ limit: '50' });
    const { data: after } = await sources({ limit: '50' }, reranker);
    expect(titles(after)).not.toEqual(titles(before));
    expect(titles(after).slice(0, most).sort()).toEqual(titles(before).slice(0, most).sort());
    expect(titles(after).slice(most)).toEqual(titles(before).slice(most));
    expect(scores(after)).toEqual(scores(before));
    const [first, ...others] = requests;
    expect(others).toEqual([]);
    expect(first?.input).toHaveLength(1 + most);
    expect(first?.input[0]).toBe(q);
    for (const text of first?.input.slice(1) ?? []) expect(text).toMatch(/^Green lanterns, number/);
  });

  test('a record deleted between two pages neither repeats nor hides another', async () => {
    const scene = await createKnowledgeScene(server);
    await fill(scene, 16);
    const { reranker } = await setUp();
    const whole = await sources({ limit: '50' }, reranker, scene);
    const { data, nextCursor } = await sources({ limit: '8' }, reranker, scene);
    await scene.call(`DELETE /knowledge/sources/${data.at(-1)?.id}`);
    await scene.call(`DELETE /knowledge/sources/${whole.data[11]?.id}`);
    const rest = await sources({ limit: '50', cursor: nextCursor ?? '' }, reranker, scene);
    expect(titles(rest.data)).toEqual(
      titles(whole.data.filter((_, place) => place > 7 && place !== 11)),
    );
  });

  test('sends no text to the provider that minScore or filters exclude', async () => {
    const { reranker, requests } = await setUp();
    const { data: all } = await sources({ limit: '50' });
    const minScore = (all[5]?.score ?? 0).toFixed(9);
    const { data: found } = await sources({ limit: '50', minScore }, reranker);
    expect(scores(found)).toEqual(scores(all).filter((score) => score >= Number(minScore)));
    expect(requests[0]?.input).toHaveLength(1 + found.length);
    expect((await sources({ tag: 'nobody' }, reranker)).data).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('does not call the provider within a transaction', async () => {
    const { reranker, requests } = await setUp();
    await inTransaction(filled.ctx, (ctx) => sources({}, reranker, { ...filled, ctx }));
    expect(requests).toEqual([]);
  });

  // The rest of the order does not depend on the database.
  if (target === 'Postgres') return;

  test('confidence depends on words only', async () => {
    const { reranker, requests } = await setUp();
    let moved = 0;
    for (const asked of [q, 'Is lantern number 7 green?', 'green lantern number 3', 'lantern 20']) {
      const { data: before } = await faqs({ q: asked, limit: '50' });
      const { data: after } = await faqs({ q: asked, limit: '50' }, reranker);
      const sure = (found: readonly KnowledgeFaqMatch[]) =>
        titles(found.filter(({ confidence }) => confidence === 'exact' || confidence === 'high'));
      expect(after.map(({ confidence }) => confidence)).toEqual(
        before.map(({ confidence }) => confidence),
      );
      expect(sure(after), asked).toEqual(sure(before));
      expect(scores(after), asked).toEqual(scores(before));
      if (titles(after).join() !== titles(before).join()) moved += 1;
    }
    expect([moved, requests.length]).toEqual([4, 4]);
    const { data } = await faqs({ q: 'is lantern number 7 GREEN' }, reranker);
    expect(data[0]).toMatchObject({ confidence: 'exact', question: 'Is lantern number 7 green?' });
  });

  test('pages form one list, also when the provider fails after the first', async () => {
    for (const list of [sources, faqs]) {
      const { reranker, state, requests } = await setUp();
      const whole = await list({ limit: '50' }, reranker);
      state.answer = () => ({ status: 500, body: '' });
      for (const limit of [1, 7, most, records - 1]) {
        const seen: Match[] = [];
        let next: Query = {};
        do {
          const page: Page<Match> = await list({ limit: String(limit), ...next }, reranker);
          seen.push(...page.data);
          next = page.nextCursor === null ? {} : { cursor: page.nextCursor };
        } while (next['cursor']);
        expect(titles(seen)).toEqual(titles(whole.data));
        expect(scores(seen)).toEqual(scores(whole.data));
      }
      expect(requests).toHaveLength(1);
    }
  });

  test.each<[string, Answer]>([
    ['fails', () => ({ status: 500, body: '' })],
    ['refuses more for now', () => ({ status: 429, headers: { 'retry-after': '1' }, body: '' })],
    ['answers no JSON', () => ({ body: '<html>' })],
    ['answers NaN', () => ({ body: '{"data":[{"embedding":[NaN]}]}' })],
    ['answers too few', ([first = '']) => byNumber([first])],
    ['answers in two lengths', (input) => vectors(input.map((_, place) => (place ? [1] : [1, 0])))],
  ])(
    'a provider that %s changes nothing, and is not called again at once',
    async (_what, answer) => {
      const { reranker, requests, warn } = await setUp(answer);
      for (let time = 0; time < 3; time += 1) {
        expect(await sources({}, reranker)).toEqual(await sources({}));
        expect(await faqs({}, reranker)).toEqual(await faqs({}));
      }
      expect([requests.length, warn.mock.calls.length]).toEqual([1, 1]);
    },
  );

  test('a search waits once for an unresponsive provider, within its budget', async () => {
    const { open: answerNow, opened: held } = aGate();
    const { reranker, requests } = await setUp(async (input) => {
      await held;
      return byNumber(input);
    }, 50);
    expect(await sources({}, reranker)).toEqual(await sources({}));
    expect(await sources({}, reranker)).toEqual(await sources({}));
    expect(requests).toHaveLength(1);
    answerNow();
  });

  test('is off by default, and uses the configured key', async () => {
    expect(server.deps.reranker).toBeUndefined();
    const { url, requests } = await aProvider(({ input }) => byNumber(input));
    const set = await startServer(target, {
      env: {
        PARLEY_WORKER: 'off',
        PARLEY_EMBEDDINGS_URL: url,
        PARLEY_EMBEDDINGS_MODEL: 'all-minilm',
        PARLEY_EMBEDDINGS_KEY: 'sk-1',
      },
    });
    onTestFinished(() => set.close());
    const scene = await createKnowledgeScene(set);
    await fill(scene, 6);
    const { data: before } = await sources({}, undefined, scene);
    expect(titles(await scene.findSources(q))).not.toEqual(titles(before));
    await scene.findFaqs(q);
    const headers = expect.objectContaining({ authorization: 'Bearer sk-1' });
    expect(requests).toMatchObject([1, 2].map(() => ({ model: 'all-minilm', headers })));
  });
});

/** Adds records. The fewer other words a record has, the better it matches. */
async function fill(scene: KnowledgeScene, count = records): Promise<void> {
  const filler = 'a parcel of other things that nobody has asked for stands in the hall ';
  const items = Array.from({ length: count }, (_, place) => ({
    question: `Is lantern number ${place} green${' and blue'.repeat(place % 7)}?`,
    answer: `This is number ${place}. ${filler.repeat(1 + place)}`,
  }));
  const { status } = await scene.call('POST /knowledge/faqs/batch', { items });
  expect(status).toBe(200);
  for (let place = 0; place < count; place += 1) {
    const content = `Green lanterns, number ${place}. ${filler.repeat(1 + place)}`;
    await scene.source({ type: 'text', title: `Hall ${place}`, content: content.slice(0, 900) });
  }
}

function titles(found: readonly Match[]): string[] {
  return found.map((match) => ('title' in match ? match.title : match.question));
}

function scores(found: readonly Match[]): number[] {
  return found.map(({ score }) => score ?? 0);
}
