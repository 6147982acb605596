import { createHash } from 'node:crypto';
import type { KnowledgeSource } from '@parley/contract';
import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { createScene, missingId, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findSources, idsOf } from './records.ts';

export function testSources(target: () => Target): void {
  test('a source needs a type, a title and a content, has every field, and is ready', async () => {
    const scene = await createScene(target());
    const content = 'Orders arrive within two days.';
    const body = { type: 'text', title: 'Delivery', content } as const;
    const source = await scene.api.knowledgeSources.create({ body });
    expect(source).toEqual({
      id: expect.stringMatching(/^src_[0-9A-HJKMNP-TV-Z]{26}$/),
      title: 'Delivery',
      type: 'text',
      url: null,
      externalId: null,
      language: 'en',
      status: 'ready',
      error: null,
      tags: [],
      chunkCount: 1,
      charCount: content.length,
      checksum: sha256(content),
      indexedAt: source.createdAt,
      metadata: {},
      createdAt: source.updatedAt,
      updatedAt: expect.any(String),
    });
    expect(await contentOf(scene, source)).toEqual({ ...source, content });
  });

  test('a source is kept as it was given', async () => {
    const scene = await createScene(target());
    const body = {
      type: 'html',
      title: '  Política de devolução ',
      content: '<h1>Devoluções</h1>\r\n<p>Em até <b>30 dias</b>.</p>',
      url: 'https://shop.example.com/ajuda/devoluções?x=1',
      externalId: unique('page'),
      language: 'pt-BR',
      metadata: { team: 'support', rank: 2 },
    } as const;
    const source = await aSource(scene, { ...body, tags: [' Returns ', 'returns', 'pt'] });
    expect(source).toMatchObject({
      ...withoutContent(body),
      title: 'Política de devolução',
      tags: ['Returns', 'pt'],
      checksum: sha256(body.content),
    });
    expect((await contentOf(scene, source)).content).toBe(body.content);
    const [listed] = (await scene.api.knowledgeSources.list()).data;
    expect(listed).toEqual({ ...source, score: null, snippets: [] });
  });

  test('text comes back character by character', async () => {
    const scene = await createScene(target());
    for (const text of [
      '👩‍👩‍👧‍👦 família',
      'e\u0301 and \u00e9',
      '\u202eright to left',
      'a tab\tand\u2028a separator',
      "'; drop table knowledge_sources; --",
      '<script>alert(1)</script> &amp; {{7*7}} %s $&',
      '\u{10ffff}\ufeffinside',
    ]) {
      const source = await aSource(scene, { title: text, content: text });
      expect(await contentOf(scene, source)).toMatchObject({ title: text, content: text });
    }
  });

  test('a change touches what it names; null clears; metadata merges', async () => {
    const scene = await createScene(target());
    const source = await aSource(scene, {
      url: 'https://shop.example.com/help',
      externalId: unique('page'),
      tags: ['help'],
      metadata: { a: 1, b: 2 },
    });
    const params = { id: source.id };
    const changed = await scene.api.knowledgeSources.update({
      params,
      body: { url: null, externalId: null, tags: [], metadata: { b: null, c: 'x' } },
    });
    expect(changed).toEqual({
      ...source,
      url: null,
      externalId: null,
      tags: [],
      metadata: { a: 1, c: 'x' },
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt >= source.updatedAt).toBe(true);
    expect(withoutContent(await contentOf(scene, source))).toEqual(changed);
  });

  test('a change of title, content or language is searchable when it is answered', async () => {
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

  test('a change that changes nothing leaves everything as it was', async () => {
    const scene = await createScene(target());
    const content = 'Orders arrive soon.';
    const source = await aSource(scene, { title: 'Guide', content, tags: ['a'] });
    const params = { id: source.id };
    for (const body of [
      {},
      { title: 'Guide', content, tags: ['a'], language: 'en', metadata: {} },
      { status: 'ready' },
    ] as const) {
      const { tags, ...fields } = { tags: undefined, ...body };
      const changed = await scene.api.knowledgeSources.update({
        params,
        body: tags ? { ...fields, tags: [...tags] } : fields,
      });
      expect(changed).toEqual(source);
    }
  });

  test('an externalId belongs to one source of a tenant until it is cleared', async () => {
    const scene = await createScene(target());
    const stranger = await createScene(target());
    const externalId = unique('page');
    const first = await aSource(scene, { externalId });
    const second = await aSource(scene);
    const taken = { resource: 'knowledgeSource', field: 'externalId', existingId: first.id };
    const created = await refused(aSource(scene, { externalId }), 'SVC-CONFLICT');
    expect(created.details).toEqual(taken);
    const change = { params: { id: second.id }, body: { externalId } };
    const changed = await refused(scene.api.knowledgeSources.update(change), 'SVC-CONFLICT');
    expect(changed.details).toEqual(taken);
    await aSource(stranger, { externalId });
    const own = { params: { id: first.id }, body: { externalId } };
    expect(await scene.api.knowledgeSources.update(own)).toEqual(first);
    await scene.api.knowledgeSources.delete({ params: { id: first.id } });
    await scene.api.knowledgeSources.update(change);
  });

  test('of sources with one externalId that come at once one is made', async () => {
    const scene = await createScene(target());
    const body = { type: 'text', title: 'Guide', content: 'x', externalId: 'page-1' } as const;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => scene.call('knowledgeSources.create', { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('a deleted source is gone, and its FAQs stay without it', async () => {
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

  test('an archived source is found by those alone who look among the archived, and comes back', async () => {
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

  test('an archived source is not indexed anew', async () => {
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

  test('URLs are not fetched unless the server allows it; a taken externalId is told first', async () => {
    const scene = await createScene(target());
    const url = 'https://shop.example.com/help';
    const make = (externalId: string) =>
      scene.api.knowledgeSources.create({ body: { type: 'url', url, externalId } });
    const { details } = await refused(make(unique('page')), 'SVC-RULE-VIOLATION');
    expect(details).toEqual({ rule: 'url_sources_disabled', field: 'type' });
    const { externalId } = await aSource(scene, { externalId: unique('page') });
    await refused(make(externalId as string), 'SVC-CONFLICT');
  });

  test('a filter lists exactly what it says; values are alternatives, filters add up', async () => {
    const scene = await createScene(target());
    const text = await aSource(scene, { type: 'text', tags: ['Shipping'], externalId: 'a' });
    const html = await aSource(scene, { type: 'html', language: 'pt-BR', tags: ['100%_a!'] });
    const portuguese = await aSource(scene, { language: 'pt', tags: ['shipping', 'other'] });
    const { id: archived } = await aSource(scene);
    await scene.api.knowledgeSources.update({
      params: { id: archived },
      body: { status: 'archived' },
    });
    const listed = async (query: Record<string, string | string[]>) =>
      idsOf((await scene.api.knowledgeSources.list({ query })).data).sort();
    const sorted = (...sources: KnowledgeSource[]) => idsOf(sources).sort();
    for (const q of [undefined, '', '   ', '\t'].map((q) => (q === undefined ? {} : { q }))) {
      expect(await listed(q)).toEqual(sorted(text, html, portuguese));
      expect(await listed({ ...q, type: 'text' })).toEqual(sorted(text));
      expect(await listed({ ...q, type: 'text,html' })).toEqual(sorted(text, html));
      expect(await listed({ ...q, language: 'pt' })).toEqual(sorted(html, portuguese));
      expect(await listed({ ...q, language: 'PT-br' })).toEqual(sorted(html));
      expect(await listed({ ...q, language: 'es,ptx' })).toEqual([]);
      expect(await listed({ ...q, tag: 'SHIPPING' })).toEqual(sorted(text, portuguese));
      expect(await listed({ ...q, tag: '100%_a!' })).toEqual(sorted(html));
      expect(await listed({ ...q, tag: '100__a!' })).toEqual([]);
      expect(await listed({ ...q, externalId: ['a', 'b'] })).toEqual(sorted(text));
      expect(await listed({ ...q, tag: 'shipping', language: 'pt' })).toEqual(sorted(portuguese));
      expect(await listed({ ...q, status: 'archived' })).toEqual([archived]);
      expect(await listed({ ...q, status: 'archived,ready' })).toHaveLength(4);
      expect(await listed({ ...q, status: 'failed' })).toEqual([]);
    }
  });

  test('the source of an FAQ is one of the tenant', async () => {
    const scene = await createScene(target());
    const sourceId = missingId('src');
    const made = await refused(aFaq(scene, { sourceId }), 'SVC-NOT-FOUND');
    expect(made.details).toEqual({ resource: 'knowledgeSource', id: sourceId });
  });
}

function contentOf(scene: Scene, { id }: { id: string }) {
  return scene.api.knowledgeSources.get({ params: { id } });
}

function withoutContent<Record extends { content: unknown }>({ content: _, ...others }: Record) {
  return others;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
