import type { KnowledgeFaq } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { expectSound } from '../../test/knowledge-index.ts';
import { createKnowledgeScene, type KnowledgeScene } from '../../test/knowledge-scene.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { knowledgeSources } from '../knowledge-sources/service.ts';
import { inTransaction } from '../tenancy/context.ts';
import { FaqHits } from './hits.ts';
import { addFaqHits } from './statements/add-faq-hits.ts';

describe.each(targets)('FAQs on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  async function aFaq(scene: KnowledgeScene, question: string): Promise<KnowledgeFaq> {
    const body = { question, answer: 'Yes.' };
    return (await scene.call<KnowledgeFaq>('POST /knowledge/faqs', body)).json;
  }

  const read = async (scene: KnowledgeScene, { id }: { id: string }) =>
    (await scene.call<KnowledgeFaq>(`GET /knowledge/faqs/${id}`)).json;

  test.each(['question', 'externalId'] as const)(
    'one of two concurrent FAQs gets a %s',
    async (field) => {
      const scene = await createKnowledgeScene(server);
      const faqs = [await aFaq(scene, 'One?'), await aFaq(scene, 'Two?')];
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.all(
          faqs.map(({ id }) =>
            scene.call(`PATCH /knowledge/faqs/${id}`, { [field]: `Taken ${round}?` }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const taken = answers.findIndex(({ status }) => status === 409);
        expect(answers[taken]?.json).toMatchObject({
          error: { details: { field, existingId: faqs[1 - taken]?.id } },
        });
      }
      await expectSound(server, scene);
    },
  );

  test('after concurrent changes of an FAQ, the index matches the FAQ', async () => {
    const scene = await createKnowledgeScene(server);
    const faq = await aFaq(scene, 'Lantern?');
    const words = ['harbour', 'meadow', 'chimney', 'orchard', 'kettle', 'saddle'];
    await Promise.all(
      words.map((word) => scene.call(`PATCH /knowledge/faqs/${faq.id}`, { question: `${word}?` })),
    );
    const { question } = await read(scene, faq);
    for (const word of ['lantern', ...words]) {
      const found = await scene.findFaqs(word, '&fuzzy=false');
      expect(found.length, word).toBe(question === `${word}?` ? 1 : 0);
    }
    await expectSound(server, scene);
  });

  // On SQLite, only one request writes at a time.
  if (target === 'Postgres') {
    test('a batch that waits for a source has not locked the FAQs that the deletion of the source changes', async () => {
      const scene = await createKnowledgeScene(server);
      const source = { type: 'text', title: 'Opening hours', content: 'From 9 to 5.' };
      const { json } = await scene.call<{ id: string }>('POST /knowledge/sources', source);
      const sourceId = json.id;
      const known = { externalId: 'known', question: 'When?', answer: 'At 9.', sourceId };
      await scene.call('POST /knowledge/faqs', known);
      const items = [{ question: 'New?', answer: 'Yes.', sourceId }, known];
      const { batch } = await inTransaction(scene.ctx, async (ctx) => {
        ctx.db.lockAtOnce();
        await knowledgeSources.take(ctx, sourceId);
        const batch = scene.call('POST /knowledge/faqs/batch', { items });
        await someoneWaits(server.deps.database);
        const free = 'select id from knowledge_faqs where external_id = ? for update skip locked';
        const { rows } = await server.deps.database.writer.raw(free, [known.externalId]);
        expect(rows).toHaveLength(1);
        return { batch };
      });
      expect((await batch).status).toBe(200);
    });
  }

  test('concurrent batches of the same FAQs in different order all succeed', async () => {
    const scene = await createKnowledgeScene(server);
    const items = Array.from({ length: 20 }, (_, n) => ({
      question: `Question ${n}?`,
      answer: 'x',
      externalId: `faq-${n}`,
    }));
    const answered = (list: typeof items, answer: string) => ({
      items: list.map((item) => ({ ...item, answer })),
    });
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        scene.call('POST /knowledge/faqs/batch', answered(items, `a${round}`)),
        scene.call('POST /knowledge/faqs/batch', answered(items.toReversed(), `b${round}`)),
        scene.call('POST /knowledge/faqs/batch', answered(items, `c${round}`)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    expect(await scene.findFaqs('question', '&limit=50')).toHaveLength(items.length);
    await expectSound(server, scene);
  });

  test('writes hits in batches and keeps those that could not be written', async () => {
    const scene = await createKnowledgeScene(server);
    const [first, second] = [await aFaq(scene, 'One?'), await aFaq(scene, 'Two?')];
    const hits = new FaqHits();
    const at = (ms: number) => ({ ...scene.ctx, now: () => new Date(ms) });
    hits.note(at(2_000), first.id);
    hits.note(at(1_000), first.id);
    hits.note(at(3_000), second.id);
    const { db } = scene.ctx;
    const run = db.run.bind(db);
    db.run = () => Promise.reject(new Error('the disk is full'));
    await expect(hits.flush()).rejects.toThrow('the disk is full');
    db.run = run;
    hits.note(at(500), first.id);
    await Promise.all([hits.flush(), hits.flush()]);
    await hits.flush();
    expect(await read(scene, first)).toEqual({
      ...first,
      hitCount: 3,
      lastHitAt: '1970-01-01T00:00:02.000Z',
    });
    expect(await read(scene, second)).toMatchObject({ hitCount: 1 });
  });

  test('concurrent processes lose no hits of the same FAQs', async () => {
    const scene = await createKnowledgeScene(server);
    const faqs = [];
    for (let n = 0; n < 6; n += 1) faqs.push(await aFaq(scene, `Question ${n}?`));
    const lastHitAt = scene.ctx.now().toISOString();
    const hits = faqs.map(({ id }) => ({ id, hitCount: 1, lastHitAt }));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        // Each in a separate transaction, as in another process.
        scene.ctx.db.transaction((db) =>
          db.run(addFaqHits, n % 2 === 0 ? hits : hits.toReversed()),
        ),
      ),
    );
    for (const faq of faqs) expect((await read(scene, faq)).hitCount).toBe(10);
  });

  test('drops hits of a deleted FAQ', async () => {
    const scene = await createKnowledgeScene(server);
    const faq = await aFaq(scene, 'One?');
    await scene.findFaqs('one');
    await scene.call(`DELETE /knowledge/faqs/${faq.id}`);
    await server.deps.faqHits.flush();
    expect((await scene.call(`GET /knowledge/faqs/${faq.id}`)).status).toBe(404);
  });
});
