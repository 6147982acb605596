import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import type { AnyRecord, CrudCase } from '../crud/crud-case.ts';
import { describeCrud } from '../crud/describe-crud.ts';
import { createScene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findSources, idsOf } from './records.ts';

const content = 'Orders arrive within two days.';
const page = '<h1>Devoluções</h1>\r\n<p>Em até <b>30 dias</b>.</p>';

const sources: CrudCase<'knowledgeSources'> = {
  minimal: () => ({ type: 'text', title: unique('Delivery'), content }),
  defaults: ({ createdAt }: AnyRecord) => ({
    url: null,
    externalId: null,
    language: 'en',
    status: 'ready',
    error: null,
    tags: [],
    chunkCount: 1,
    charCount: content.length,
    checksum: sha256(content),
    indexedAt: createdAt,
    metadata: {},
  }),
  full: () => ({
    type: 'html',
    title: '  Política de devolução ',
    content: page,
    url: 'https://shop.example.com/ajuda/devoluções?x=1#prazo',
    externalId: unique('page'),
    language: 'pt-BR',
    tags: [' Returns ', 'returns', 'pt'],
    metadata: { team: 'support', rank: 2 },
  }),
  shown: { title: 'Política de devolução', tags: ['Returns', 'pt'], checksum: sha256(page) },
  texts: ['title', 'content'],
  change: { tags: ['changed'] },
  unique: { externalId: ['page-1', 'page-1'] },
  filters: (scene) => {
    const content = 'About lanterns.';
    return {
      records: {
        text: { content, tags: ['Shipping'], externalId: 'a' },
        html: { type: 'html', content, language: 'pt-BR', tags: ['100%_a!'] },
        markdown: { type: 'markdown', content, language: 'pt', tags: ['shipping', 'other'] },
        archived: async () => {
          const { id } = await aSource(scene, { content, language: 'de' });
          const body = { status: 'archived' } as const;
          await scene.api.knowledgeSources.update({ params: { id }, body });
          return id;
        },
      },
      cases: [
        [{ type: 'text' }, 'text'],
        [{ language: 'pt' }, 'html markdown'],
        [{ tag: 'SHIPPING' }, 'text markdown'],
        [{ type: 'text,html' }, 'text html'],
        [{ language: 'PT-br' }, 'html'],
        [{ tag: '100%_a!' }, 'html'],
        [{ language: 'es,ptx' }, ''],
        [{ tag: '100__a!' }, ''],
        [{ externalId: ['a', 'b'] }, 'text'],
        [{ status: 'ready' }, 'text html markdown'],
        [{ status: 'archived' }, 'archived'],
        [{ status: 'failed' }, ''],
      ],
      beside: [{}, { q: '' }, { q: '   ' }, { q: 'lanterns' }],
    };
  },
};

export function testSources(target: () => Target): void {
  describeCrud('knowledgeSources', target, sources);

  test('an update of title, content or language is searchable after the response', async () => {
    const scene = await createScene(target());
    const source = await aSource(scene, { title: 'Guide', content: 'Parcels are insured.' });
    const params = { id: source.id };
    const find = async (q: string) => idsOf(await findSources(scene, q));
    const content = '# Refunds\n\nMoney returns quickly.';
    const changed = await scene.api.knowledgeSources.update({ params, body: { content } });
    expect(changed).toMatchObject({ status: 'ready', checksum: sha256(content), error: null });
    expect(changed.indexedAt).toBe(changed.updatedAt);
    expect(await find('insured')).toEqual([]);
    expect(await find('money')).toEqual([source.id]);
    await scene.api.knowledgeSources.update({ params, body: { title: 'Warranty' } });
    expect(await find('warranty')).toEqual([source.id]);
    expect(await find('guide')).toEqual([]);
    await scene.api.knowledgeSources.update({ params, body: { language: 'de-AT' } });
    expect((await findSources(scene, 'money', { language: 'de' })).length).toBe(1);
    expect(await findSources(scene, 'money', { language: 'en' })).toEqual([]);
  });

  test('deleting a source keeps its FAQs without a source', async () => {
    const scene = await createScene(target());
    const { id } = await aSource(scene, { content: 'Parcels are insured.' });
    const faq = await aFaq(scene, { sourceId: id });
    expect(faq.sourceId).toBe(id);
    await scene.api.knowledgeSources.delete({ params: { id } });
    for (const name of ['get', 'listChunks', 'delete', 'reindex'] as const) {
      const answer = await scene.call(`knowledgeSources.${name}`, { params: { id } });
      expect(answer.json).toMatchObject({
        error: { details: { resource: 'knowledgeSource', id } },
      });
    }
    expect((await scene.api.knowledgeSources.list()).data).toEqual([]);
    expect(await findSources(scene, 'insured')).toEqual([]);
    expect(await scene.api.knowledgeFaqs.get({ params: { id: faq.id } })).toEqual({
      ...faq,
      sourceId: null,
    });
  });

  test('only the filter `archived` finds an archived source, until it is restored', async () => {
    const scene = await createScene(target());
    const source = await aSource(scene, { content: 'Parcels are insured.' });
    const params = { id: source.id };
    const found = async (query = {}) => idsOf(await findSources(scene, 'insured', query));
    const archived = await scene.api.knowledgeSources.update({
      params,
      body: { status: 'archived' },
    });
    expect(archived).toEqual({ ...source, status: 'archived', updatedAt: archived.updatedAt });
    expect(await found()).toEqual([]);
    expect((await scene.api.knowledgeSources.list()).data).toEqual([]);
    expect(await found({ status: 'archived' })).toEqual([source.id]);
    expect(await found({ status: 'archived,ready' })).toEqual([source.id]);
    const content = 'Parcels are tracked.';
    const rewritten = await scene.api.knowledgeSources.update({ params, body: { content } });
    expect(rewritten).toMatchObject({ status: 'archived', checksum: sha256(content) });
    expect(await found({ status: 'archived' })).toEqual([]);
    const again = await scene.api.knowledgeSources.update({ params, body: { status: 'ready' } });
    expect(again.status).toBe('ready');
    expect(idsOf(await findSources(scene, 'tracked'))).toEqual([source.id]);
    expect(await findSources(scene, 'tracked', { status: 'archived' })).toEqual([]);
  });

  const settable = ['ready', 'archived'] as const;
  const pairs = settable.flatMap((from) => settable.map((to) => [from, to] as const));
  test.each(pairs)('a request can set the status of a source from %s to %s', async (from, to) => {
    const scene = await createScene(target());
    const params = { id: (await aSource(scene)).id };
    const set = (status: typeof from) =>
      scene.api.knowledgeSources.update({ params, body: { status } });
    await set(from);
    expect(await set(to)).toMatchObject({ status: to });
  });

  test('refuses to reindex an archived source', async () => {
    const scene = await createScene(target());
    const params = { id: (await aSource(scene)).id };
    await scene.api.knowledgeSources.update({ params, body: { status: 'archived' } });
    const outcome = scene.api.knowledgeSources.reindex({ params });
    expect((await refused(outcome, 'SVC-INVALID-TRANSITION')).details).toMatchObject({
      resource: 'knowledgeSource',
      id: params.id,
      from: 'archived',
      action: 'reindex',
    });
  });

  test('refuses a URL when fetching is off, after a conflict of the externalId', async () => {
    const scene = await createScene(target());
    const url = 'https://shop.example.com/help';
    const make = (externalId: string) =>
      scene.api.knowledgeSources.create({ body: { type: 'url', url, externalId } });
    const { details } = await refused(make(unique('page')), 'SVC-RULE-VIOLATION');
    expect(details).toEqual({ rule: 'url_sources_disabled', field: 'type' });
    const { externalId } = await aSource(scene, { externalId: unique('page') });
    await refused(make(externalId as string), 'SVC-CONFLICT');
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
