import { expect, test } from 'vitest';
import { BadRequestError, ConflictError, NotFoundError } from '../src/index.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

const unknown = 'faq_00000000000000000000000000';
const delivery = {
  question: 'How long does delivery take?',
  alternateQuestions: ['When will my order arrive?'],
  answer: 'Two working days within the city, five elsewhere.',
};

describeNoun('knowledge FAQs', (newClient) => {
  test('creates, reads, updates and deletes an FAQ', async () => {
    const { knowledgeFaqs } = await newClient();
    const made = await knowledgeFaqs.create(delivery);
    expect(made).toMatchObject({ ...delivery, status: 'published', hitCount: 0 });
    expect(await knowledgeFaqs.get(made.id)).toEqual(made);
    const changed = await knowledgeFaqs.update(made.id, { answer: 'Three days.', tags: ['shop'] });
    expect(changed).toMatchObject({ answer: 'Three days.', tags: ['shop'] });
    const [listed] = (await knowledgeFaqs.list({ tag: 'shop' })).data;
    const unasked = { score: null, confidence: null, matchedQuestion: null, snippets: [] };
    expect(listed).toEqual({ ...changed, ...unasked });
    expect(await knowledgeFaqs.delete(made.id)).toBeUndefined();
    expect(await failureOf(knowledgeFaqs.get(made.id))).toBeInstanceOf(NotFoundError);
  });

  test('returns the answer with its confidence and the matching question', async () => {
    const { knowledgeFaqs } = await newClient();
    const { id } = await knowledgeFaqs.create(delivery);
    await knowledgeFaqs.create({ question: 'Do you ship abroad?', answer: 'Yes, everywhere.' });
    const [exact] = (await knowledgeFaqs.list({ q: 'when WILL my order arrive' })).data;
    expect(exact).toMatchObject({
      id,
      score: 1,
      confidence: 'exact',
      matchedQuestion: 'When will my order arrive?',
    });
    const [other] = (await knowledgeFaqs.list({ q: 'has the ordr arrived' })).data;
    expect(other).toMatchObject({ id, matchedQuestion: 'When will my order arrive?' });
    expect(other?.score).toBeLessThan(1);
    expect((await knowledgeFaqs.list({ q: 'ship -abroad', match: 'all' })).data).toEqual([]);
  });

  test('iterates over a search in pages, best match first, up to the limit', async () => {
    const { knowledgeFaqs } = await newClient();
    const items = Array.from({ length: 12 }, (_, index) => ({
      question: `What does parcel number ${index} cost?`,
      answer: `${index} euros.`,
    }));
    await knowledgeFaqs.batch({ items });
    const found = await knowledgeFaqs
      .list({ q: 'cost of parcel', limit: 5 })
      .toArray({ limit: 100 });
    const scores = found.map(({ score }) => score ?? 0);
    expect(new Set(found.map(({ id }) => id)).size).toBe(12);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const error = await failureOf(knowledgeFaqs.list({ q: 'parcel', limit: 51 }));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.hasCode('SVC-VALIDATION') && error.details.issues).toMatchObject([
      { in: 'query', path: 'limit', code: 'out_of_range' },
    ]);
  });

  test('each item of a batch succeeds or fails alone', async () => {
    const { knowledgeFaqs } = await newClient();
    const { id } = await knowledgeFaqs.create({ ...delivery, externalId: '1' });
    const { results } = await knowledgeFaqs.batch({
      items: [
        { question: 'Do you ship abroad?', answer: 'Yes.', externalId: '2' },
        { ...delivery, answer: 'Three days.', externalId: '1' },
        { question: 'how long does DELIVERY take', answer: 'Four days.' },
      ],
    });
    expect(results).toMatchObject([
      { index: 0, status: 'created', faq: { externalId: '2' }, error: null },
      { index: 1, status: 'updated', faq: { id, answer: 'Three days.' }, error: null },
      { index: 2, status: 'error', faq: null, error: { code: 'SVC-CONFLICT' } },
    ]);
    expect(results[2]?.error?.details).toMatchObject({ field: 'question', existingId: id });
  });

  test('counts feedback on an answer', async () => {
    const { knowledgeFaqs } = await newClient();
    const { id } = await knowledgeFaqs.create(delivery);
    expect(await knowledgeFaqs.feedback(id, { helpful: true })).toBeUndefined();
    await knowledgeFaqs.feedback(id, { helpful: false });
    await knowledgeFaqs.feedback(id, { helpful: true });
    expect(await knowledgeFaqs.get(id)).toMatchObject({ helpfulCount: 2, unhelpfulCount: 1 });
  });

  test('a duplicate question and a forbidden status change are conflicts', async () => {
    const { knowledgeFaqs } = await newClient();
    const { id } = await knowledgeFaqs.create(delivery);
    const taken = await failureOf(knowledgeFaqs.create(delivery));
    expect(taken).toBeInstanceOf(ConflictError);
    expect(taken.hasCode('SVC-CONFLICT') && taken.details).toMatchObject({
      field: 'question',
      existingId: id,
    });
    await knowledgeFaqs.update(id, { status: 'archived' });
    const refused = await failureOf(knowledgeFaqs.update(id, { status: 'published' }));
    expect(refused).toBeInstanceOf(ConflictError);
    expect(refused.hasCode('SVC-INVALID-TRANSITION') && refused.details.allowed).toEqual(['draft']);
  });

  test('an unknown id is not found', async () => {
    const { knowledgeFaqs } = await newClient();
    const calls = [
      knowledgeFaqs.update(unknown, { answer: 'x' }),
      knowledgeFaqs.delete(unknown),
      knowledgeFaqs.feedback(unknown, { helpful: true }),
      knowledgeFaqs.create({ ...delivery, sourceId: 'src_00000000000000000000000000' }),
    ];
    const errors = await Promise.all(calls.map(failureOf));
    for (const error of errors) expect(error).toBeInstanceOf(NotFoundError);
  });
});
