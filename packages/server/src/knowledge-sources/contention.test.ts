import type { KnowledgeSourceDetail as Source } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { expectSound } from '../../test/knowledge-index.ts';
import { createKnowledgeScene, startFetching } from '../../test/knowledge-scene.ts';
import { createTestWorker, drain } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { checksumOf } from './service.ts';

const long = (word: string) => `About ${word}. `.repeat(5_000);

describe.each(targets)('concurrent writes of sources on %s', (target) => {
  const server = serverOfTests(() => startFetching(target));

  test('several workers index several sources of one tenant at once', async () => {
    const scene = await createKnowledgeScene(server);
    const words = ['lantern', 'harbour', 'meadow', 'chimney', 'orchard', 'kettle'];
    for (const word of words) {
      await scene.source({ type: 'text', title: 'Long', content: long(word) });
    }
    await Promise.all([1, 2, 3].map(() => createTestWorker(server).runUntilIdle()));
    for (const word of words) expect(await scene.findSources(word), word).toHaveLength(1);
    await expectSound(server, scene);
  });

  test('after concurrent changes of a source, the index matches the source', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: 'About nothing.' });
    const words = [
      'lantern',
      'harbour',
      'meadow',
      'chimney',
      'orchard',
      'kettle',
      'saddle',
      'anvil',
    ];
    const changes = words.map((word, index) => ({
      content: index % 2 === 0 ? `About the ${word}.` : long(word),
      tags: [word],
    }));
    const worker = createTestWorker(server);
    worker.start();
    await Promise.all(
      changes.map(async (body) => {
        const { status } = await scene.call(`PATCH /knowledge/sources/${id}`, body);
        expect(status).toBe(200);
      }),
    );
    await worker.stop(10_000);
    await drain(server);
    const source = await scene.read(id);
    expect(source.status).toBe('ready');
    for (const word of words) {
      const found = (await scene.findSources(word, '&fuzzy=false')).length > 0;
      expect(found, word).toBe(source.content?.includes(word));
    }
    expect(source.content).toContain(source.tags[0]);
    await expectSound(server, scene);
  });

  test('reading a source during a change returns content that matches its checksum, or 404', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'text', title: 'Light', content: 'About nothing.' });
    let isChanging = true;
    const change = async () => {
      for (let n = 0; n < 40; n += 1) {
        await scene.call(`PATCH /knowledge/sources/${id}`, { content: `About ${n}.` });
      }
      expect((await scene.call(`DELETE /knowledge/sources/${id}`)).status).toBe(204);
      isChanging = false;
    };
    const read = async () => {
      while (isChanging) {
        const answer = await scene.call<Source>(`GET /knowledge/sources/${id}`);
        expect([200, 404]).toContain(answer.status);
        if (answer.status === 404) return;
        const { checksum, content } = answer.json;
        expect(checksum).toBe(checksumOf(`${content}`));
      }
    };
    await Promise.all([change(), read(), read()]);
  });

  test('concurrent creates, updates and deletes leave correct counts', async () => {
    const scene = await createKnowledgeScene(server);
    const work = Array.from({ length: 24 }, async (_, n) => {
      const word = `w${n}w`;
      const body = { type: 'text', title: word, content: `About ${word} and everything.` };
      const { id } = await scene.source(body);
      const faq = await scene.call<{ id: string }>('POST /knowledge/faqs', {
        question: `What about ${word}?`,
        answer: 'Everything.',
        sourceId: id,
      });
      expect(faq.status).toBe(201);
      if (n % 3 === 0) await scene.call(`DELETE /knowledge/sources/${id}`);
      if (n % 3 === 1) await scene.call(`PATCH /knowledge/sources/${id}`, { status: 'archived' });
      if (n % 4 === 0) await scene.call(`DELETE /knowledge/faqs/${faq.json.id}`);
      if (n % 4 === 1)
        await scene.call(`PATCH /knowledge/faqs/${faq.json.id}`, { status: 'draft' });
    });
    await Promise.all(work);
    expect(await scene.findSources('everything', '&limit=50')).toHaveLength(8);
    expect(await scene.findSources('everything', '&status=archived&limit=50')).toHaveLength(8);
    expect(await scene.findFaqs('everything', '&limit=50')).toHaveLength(12);
    expect(await scene.findFaqs('everything', '&status=draft&limit=50')).toHaveLength(6);
    await expectSound(server, scene);
  });

  test('FAQs created while their source is deleted are refused or lose the source', async () => {
    const scene = await createKnowledgeScene(server);
    for (let round = 0; round < 3; round += 1) {
      const { id: sourceId } = await scene.source({ type: 'text', title: 'Light', content: 'x' });
      const make = (n: number) =>
        scene.call<{ id: string; sourceId: string }>('POST /knowledge/faqs', {
          question: `Question ${round} ${n}?`,
          answer: 'x',
          sourceId,
        });
      const [, ...made] = await Promise.all([
        scene.call(`DELETE /knowledge/sources/${sourceId}`),
        ...Array.from({ length: 8 }, (_, n) => make(n)),
      ]);
      for (const { status, json } of made) {
        expect([201, 404]).toContain(status);
        if (status === 404) continue;
        const faq = await scene.call(`GET /knowledge/faqs/${json.id}`);
        expect(faq.json).toMatchObject({ sourceId: null });
      }
    }
  });

  test('one of two concurrent sources gets an externalId', async () => {
    const scene = await createKnowledgeScene(server);
    const body = { type: 'text', title: 'Light', content: 'x' };
    const ids = [(await scene.source(body)).id, (await scene.source(body)).id];
    for (let round = 0; round < 5; round += 1) {
      const change = { externalId: `page-${round}`, title: `Light ${round}` };
      const answers = await Promise.all(
        ids.map((id) => scene.call(`PATCH /knowledge/sources/${id}`, change)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const taken = answers.findIndex(({ status }) => status === 409);
      expect(answers[taken]?.json).toMatchObject({
        error: { details: { field: 'externalId', existingId: ids[1 - taken] } },
      });
    }
  });
});
