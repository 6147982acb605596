import { expect, test } from 'vitest';
import { ConflictError, NotFoundError, UnprocessableError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

const unknown = 'src_00000000000000000000000000';
const content = '# Returns\n\nSend it back within 30 days.\n\n# Delivery\n\nTwo working days.';

describeNoun('knowledge sources', (newClient, newTenant) => {
  test('creates, reads, updates and deletes a source', async () => {
    const { knowledgeSources } = await newClient();
    const made = await knowledgeSources.create({ type: 'markdown', title: 'Help', content });
    expect(made).toMatchObject({ status: 'ready', type: 'markdown', chunkCount: 2 });
    expect(await knowledgeSources.get(made.id)).toEqual({ ...made, content });
    const changed = await knowledgeSources.update(made.id, { tags: ['shop'] });
    expect(changed).toMatchObject({ status: 'ready', tags: ['shop'] });
    const [listed] = (await knowledgeSources.list({ tag: 'shop' })).data;
    expect(listed).toEqual({ ...changed, score: null, snippets: [] });
    expect(await knowledgeSources.delete(made.id)).toBeUndefined();
    expect(await failureOf(knowledgeSources.get(made.id))).toBeInstanceOf(NotFoundError);
  });

  test('finds the passage by a question in other words', async () => {
    const { knowledgeSources } = await newClient();
    const { id } = await knowledgeSources.create({ type: 'markdown', title: 'Help', content });
    await knowledgeSources.create({ type: 'text', title: 'Hours', content: 'Open at nine.' });
    const { data } = await knowledgeSources.list({ q: 'sending things back', snippets: 1 });
    expect(data[0]).toMatchObject({
      id,
      snippets: [{ headings: ['Returns'], text: 'Send it back within 30 days.' }],
    });
    expect(data[0]?.score).toBeGreaterThan(0);
    const [start = 0, end] = data[0]?.snippets[0]?.highlights[0] ?? [];
    expect(data[0]?.snippets[0]?.text.slice(start, end)).toBe('Send');
  });

  test('finds a long source after it is processed', async () => {
    const { parley, settle } = await newTenant();
    const { knowledgeSources } = parley;
    const long = `${'All kinds of things. '.repeat(2_500)}\n\nThe zebra is in the last sentence.`;
    const made = await knowledgeSources.create({ type: 'text', title: 'Long', content: long });
    expect(made).toMatchObject({ status: 'processing', chunkCount: 0, indexedAt: null });
    await expect
      .poll(async () => {
        await settle();
        return (await knowledgeSources.get(made.id)).status;
      })
      .toBe('ready');
    const [found] = (await knowledgeSources.list({ q: 'zebra' })).data;
    expect(found?.id).toBe(made.id);
  });

  test('iterates over chunks in order', async () => {
    const { knowledgeSources } = await newClient();
    const { id } = await knowledgeSources.create({ type: 'markdown', title: 'Help', content });
    const headings: string[][] = [];
    for await (const chunk of knowledgeSources.listChunks(id, { limit: 1 })) {
      expect(chunk).toMatchObject({ sourceId: id, position: headings.length });
      headings.push(chunk.headings);
    }
    expect(headings).toEqual([['Returns'], ['Delivery']]);
  });

  test('finds an archived source only with the filter `archived`, until it is restored', async () => {
    const { knowledgeSources } = await newClient();
    const { id } = await knowledgeSources.create({ type: 'markdown', title: 'Help', content });
    const idsOf = async (status: 'ready' | 'archived') => {
      const found = await knowledgeSources.list({ q: 'returns', status }).toArray({ limit: 5 });
      return found.map((source) => source.id);
    };
    await knowledgeSources.update(id, { status: 'archived' });
    expect([await idsOf('ready'), await idsOf('archived')]).toEqual([[], [id]]);
    const error = await failureOf(knowledgeSources.reindex(id));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.hasCode('SVC-INVALID-TRANSITION') && error.details.from).toBe('archived');
    expect(await knowledgeSources.update(id, { status: 'ready' })).toMatchObject({
      status: 'ready',
    });
    expect([await idsOf('ready'), await idsOf('archived')]).toEqual([[id], []]);
  });

  test('reindexing runs in the background', async () => {
    const { parley, settle } = await newTenant();
    const { knowledgeSources } = parley;
    const { id } = await knowledgeSources.create({ type: 'markdown', title: 'Help', content });
    expect(await knowledgeSources.reindex(id)).toMatchObject({ id, status: 'processing' });
    expect((await knowledgeSources.list({ q: 'returns' })).data).toMatchObject([{ id }]);
    await expect
      .poll(async () => {
        await settle();
        return (await knowledgeSources.get(id)).status;
      })
      .toBe('ready');
  });

  test('a duplicate externalId is a conflict, and fetching pages can be disabled', async () => {
    const { knowledgeSources } = await newClient();
    const body = { type: 'text', title: 'Help', content: 'Hello', externalId: 'help' } as const;
    const { id } = await knowledgeSources.create(body);
    const taken = await failureOf(knowledgeSources.create(body));
    expect(taken).toBeInstanceOf(ConflictError);
    expect(taken.hasCode('SVC-CONFLICT') && taken.details.existingId).toBe(id);
    const url = 'https://shop.example.com/help';
    const refused = await failureOf(knowledgeSources.create({ type: 'url', url }));
    expect(refused).toBeInstanceOf(UnprocessableError);
    expect(refused.hasCode('SVC-RULE-VIOLATION') && refused.details).toEqual({
      rule: 'url_sources_disabled',
      field: 'type',
    });
  });

  test('an unknown id is not found', async () => {
    const { knowledgeSources } = await newClient();
    const calls = [
      knowledgeSources.update(unknown, { title: 'x' }),
      knowledgeSources.delete(unknown),
      knowledgeSources.reindex(unknown),
      knowledgeSources.listChunks(unknown),
    ];
    const errors = await Promise.all(calls.map(failureOf));
    for (const error of errors) expect(error).toBeInstanceOf(NotFoundError);
  });
});
