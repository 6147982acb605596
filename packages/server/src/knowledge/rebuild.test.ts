import { knowledgeLimits } from '@parley/contract/schemas';
import { prepareFaq, prepareSource } from '@parley/search';
import { analysisVersion } from '@parley/search/format';
import { createRandom } from '@parley/search/noise';
import { describe, expect, test } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { demandsFor, jobOf } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { expectSound } from '../../test/knowledge-index.ts';
import { createKnowledgeScene, type KnowledgeScene } from '../../test/knowledge-scene.ts';
import { drain, forgetJobs, makeDue, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { claimJobs } from '../jobs/statements/claim-jobs.ts';
import { sweepLeases } from '../jobs/statements/hold-leases.ts';
import { putFaqsAnew } from '../knowledge-faqs/rebuild.ts';
import { putSourcesAnew } from '../knowledge-sources/rebuild.ts';
import { editIndexes, type NewRecord } from './edit-index.ts';
import { rebuildIndexes, startRebuilds } from './rebuild.ts';

const older = analysisVersion - 1;

describe.each(targets)('indexes of an older analysis on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  const indexes = () => server.deps.database.writer('knowledge_indexes');
  const jobs = () => server.deps.database.writer('jobs');

  /** Creates a tenant whose index entries were made by an older analysis, without stems. */
  async function anOldTenant(): Promise<KnowledgeScene> {
    const scene = await createKnowledgeScene(server);
    const old: NewRecord[] = [];
    for (let place = 0; place < 3; place += 1) {
      const content = `Shining lanterns, kind ${place}.`;
      const source = await scene.source({ type: 'text', title: `Light ${place}`, content });
      const text = { title: source.title, content, format: 'text', language: 'x' } as const;
      old.push({ id: source.id, index: 'sources', ...prepareSource(text) });
    }
    for (const status of ['published', 'draft'] as const) {
      const text = { question: `Which ${status} parcels?`, answer: 'Those.', language: 'en' };
      const { json } = await scene.call<{ id: string }>('POST /knowledge/faqs', {
        ...text,
        status,
      });
      const prepared = prepareFaq({ ...text, alternateQuestions: [], language: 'x' });
      const index = status === 'draft' ? 'faqs.draft' : 'faqs';
      old.push({ id: json.id, index, ...prepared });
    }
    await scene.ctx.db.transaction((db) => editIndexes(db, { remove: [], add: old }));
    await indexes().where({ tenant_id: scene.ctx.db.tenantId }).update({ analysis: older });
    await forgetJobs(server);
    return scene;
  }

  /** Runs all background work, including jobs that failed because of a concurrent change and are tried again. */
  async function finish(): Promise<void> {
    for (let attempt = 1; attempt <= 10 && (await jobs()).length > 0; attempt += 1) {
      await makeDue(server);
      await drain(server);
    }
  }

  const versions = async (scene: KnowledgeScene) =>
    await indexes().where({ tenant_id: scene.ctx.db.tenantId }).select('analysis', 'rebuilding');

  const isNew = { analysis: analysisVersion, rebuilding: 0 };

  test('are rebuilt, and answer with their old content until then', async () => {
    const scene = await anOldTenant();
    expect(await scene.findSources('lanterns')).toHaveLength(3);
    expect(await scene.findSources('lantern', '&fuzzy=false')).toEqual([]);
    const before = await scene.events();
    expect(await startRebuilds(server.deps)).toBe(1);
    expect(await scene.findSources('lanterns')).toHaveLength(3);
    await finish();
    expect(await scene.findSources('lantern', '&fuzzy=false')).toHaveLength(3);
    expect(await scene.findFaqs('parcel', '&fuzzy=false')).toHaveLength(1);
    expect(await scene.findFaqs('parcel', '&fuzzy=false&status=draft')).toHaveLength(1);
    expect(await versions(scene)).toEqual([isNew, isNew, isNew]);
    expect(await scene.events()).toEqual(before);
    await expectSound(server, scene);
  });

  test('are rebuilt once by several starting processes', async () => {
    const scene = await anOldTenant();
    const found = await Promise.all([1, 2, 3].map(() => startRebuilds(server.deps)));
    expect(found.sort()).toEqual([0, 0, 1]);
    expect(await jobs()).toHaveLength(1);
    await finish();
    expect(await startRebuilds(server.deps)).toBe(0);
    expect(await versions(scene)).toEqual([isNew, isNew, isNew]);
  });

  test('a tenant gets one job, however long it takes to mark its indexes', async () => {
    const scene = await anOldTenant();
    const [row] = await indexes().where({ tenant_id: scene.ctx.db.tenantId });
    const more = Array.from({ length: 2_000 }, (_, place) => ({ ...row, name: `other-${place}` }));
    while (more.length > 0) await indexes().insert(more.splice(0, 50));
    expect(await startRebuilds(server.deps)).toBe(1);
    expect(await jobs()).toHaveLength(1);
    await indexes().where('name', 'like', 'other-%').delete();
    await finish();
  });

  test('current indexes are not rebuilt', async () => {
    const scene = await createKnowledgeScene(server);
    await scene.source({ type: 'text', title: 'Light', content: 'Lanterns.' });
    expect(await startRebuilds(server.deps)).toBe(0);
  });

  test('are rebuilt again after a process of an older version has written during the rebuild', async () => {
    const scene = await anOldTenant();
    expect(await startRebuilds(server.deps)).toBe(1);
    await indexes().where({ tenant_id: scene.ctx.db.tenantId }).update({ analysis: older });
    expect(await startRebuilds(server.deps)).toBe(0);
    await finish();
    expect(await startRebuilds(server.deps)).toBe(1);
    await finish();
    expect(await versions(scene)).toEqual([isNew, isNew, isNew]);
  });

  test('another worker continues after a crash between two batches', async () => {
    const scene = await anOldTenant();
    await startRebuilds(server.deps);
    const claim = {
      demands: demandsFor(1, 'rebuild-indexes'),
      leaseToken: 'dead',
      leaseMs: 60_000,
    };
    const [row] = await server.deps.system.run(claimJobs, claim);
    // Its writes are overwritten, because its job belongs to another worker.
    const job = jobOf(row, 'other');
    await expect(rebuildIndexes.run(scene.ctx, job)).rejects.toThrow('leased');
    await jobs().update({ lease_until: 1 });
    await server.deps.system.run(sweepLeases, null);
    await finish();
    expect(await scene.findFaqs('parcel', '&fuzzy=false')).toHaveLength(1);
    expect(await versions(scene)).toEqual([isNew, isNew, isNew]);
    await expectSound(server, scene);
  });

  test('keeps records created, updated and deleted during the rebuild', async () => {
    const scene = await anOldTenant();
    const [first, second] = await scene.findSources('lanterns');
    await startRebuilds(server.deps);
    const work = drain(server);
    await Promise.all([
      work,
      scene.call(`PATCH /knowledge/sources/${first?.id}`, { content: 'About the harbour.' }),
      scene.call(`DELETE /knowledge/sources/${second?.id}`),
      scene.source({ type: 'text', title: 'Sea', content: 'Harbours.' }),
    ]);
    await finish();
    expect(await scene.findSources('harbour', '&fuzzy=false')).toHaveLength(2);
    expect(await scene.findSources('lantern', '&fuzzy=false')).toHaveLength(1);
    await expectSound(server, scene);
  });

  test('does not overwrite a source that changes during its analysis', async () => {
    const scene = await createKnowledgeScene(server);
    const content = 'About shining lanterns and their light. '.repeat(10_000);
    const { id } = await scene.source({ type: 'text', title: 'Light', content });
    await finish();
    const work = putSourcesAnew(scene.ctx, '');
    await scene.call(`PATCH /knowledge/sources/${id}`, { content: 'About the harbour.' });
    expect(await work).toBe(id);
    expect(await scene.findSources('harbour')).toHaveLength(1);
    expect(await scene.findSources('lanterns')).toEqual([]);
    await expectSound(server, scene);
  });

  test('retries a failed rebuild at the next start', async () => {
    const scene = await anOldTenant();
    await startRebuilds(server.deps);
    const claim = { demands: demandsFor(100, 'rebuild-indexes'), leaseToken: 't', leaseMs: 60_000 };
    const claimed = await server.deps.system.run(claimJobs, claim);
    const row = claimed.find((job) => job.tenant_id === scene.ctx.db.tenantId);
    await rebuildIndexes.exhausted?.(scene.ctx, jobOf(row, 't'), new Error('no'));
    await startRebuilds(server.deps);
    await finish();
    expect(await versions(scene)).toEqual([isNew, isNew, isNew]);
  });

  test('an older process leaves the rebuild to newer ones, and the next start indexes its writes', async () => {
    const scene = await anOldTenant();
    await indexes()
      .where({ tenant_id: scene.ctx.db.tenantId })
      .update({ analysis: analysisVersion });
    expect(await startRebuilds(server.deps, analysisVersion + 1)).toBeGreaterThan(0);
    await drain(server);
    const [waiting] = await jobs().where({ tenant_id: scene.ctx.db.tenantId });
    expect(JSON.parse(waiting.payload)).toEqual({
      analysis: analysisVersion + 1,
      noun: 'faqs',
      after: '',
    });
    expect(waiting.due_at).toBeGreaterThan(Date.now());
    const newer = { analysis: analysisVersion + 1, rebuilding: 0 };
    await indexes().where({ tenant_id: scene.ctx.db.tenantId }).update(newer);
    await scene.source({ type: 'text', title: 'Light', content: 'Lanterns.' });
    const found = await versions(scene);
    expect(found).toContainEqual({ analysis: analysisVersion, rebuilding: 0 });
    await indexes().update(isNew);
    await forgetJobs(server);
  });

  // The analysis is the same for both databases. `edit-index.test.ts` tests their writes of a long text.
  if (target === 'Postgres') return;

  test('other requests run while long FAQs are analyzed', async () => {
    const scene = await createKnowledgeScene(server);
    const random = createRandom(6);
    const textOf = (length: number) => {
      let text = '';
      while (text.length < length) text += `${Math.floor(random() * 1e9).toString(36)} `;
      return text.slice(0, length).trim();
    };
    const items = Array.from({ length: knowledgeLimits.batch }, (_, place) => ({
      question: `Question ${place}`,
      answer: 'Yes.',
      language: 'de',
    }));
    await scene.call('POST /knowledge/faqs/batch', { items });
    // Long texts come directly to the table: the API would analyze them, too.
    const faqs = () => server.deps.database.writer('knowledge_faqs');
    for (const { id } of await faqs().where({ tenant_id: scene.ctx.db.tenantId })) {
      const alternates = Array.from({ length: 15 }, () => textOf(knowledgeLimits.question));
      await faqs()
        .where({ id })
        .update({
          question: textOf(knowledgeLimits.question),
          alternate_questions: JSON.stringify(alternates),
          answer: textOf(knowledgeLimits.answer),
        });
    }
    // Without pauses in the analysis, twice as long.
    await expectShortHold(() => putFaqsAnew(scene.ctx, ''), { tries: 3, mostMs: 250 });
  });
});
