import type { KnowledgeFaq } from '@parley/contract/schemas';
import { ServiceError } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { addHits, faqOfItem, knowledgeFaqRules, outdatesFaq, refusedItem } from '../src/index.ts';

const at = '2026-11-20T09:30:00.000Z';
const item = { question: 'Is it free?', answer: 'Yes.' };
const faq = knowledgeFaqRules.initial(faqOfItem(item, 'en'), { id: 'faq_1', at });

test('two spellings of a question have one key per language, and none when archived', () => {
  const { question: keyOf } = knowledgeFaqRules.unique;
  const key = (given: Partial<KnowledgeFaq>) => keyOf?.({ ...faq, ...given });
  expect(key({ question: ' IS — it FREE?!' })).toBe(key({}));
  expect(key({ language: 'EN' })).toBe(key({}));
  expect(key({ language: 'en-GB' })).not.toBe(key({}));
  expect(key({ question: 'Is it?' })).not.toBe(key({}));
  expect(key({ status: 'archived' })).toBeNull();
});

test('an item of a batch publishes a new FAQ by default', () => {
  expect(faq).toMatchObject({ status: 'published', publishedAt: at, language: 'en' });
  expect(faqOfItem({ ...item, status: 'draft' }, 'en').status).toBe('draft');
});

test('only a ServiceError fails a single item; other errors fail the batch', () => {
  const refusal = new ServiceError('SVC-NOT-FOUND', { resource: 'knowledgeSource', id: 'src_1' });
  expect(refusedItem(refusal)).toMatchObject({ status: 'error', error: { code: 'SVC-NOT-FOUND' } });
  const fault = new ServiceError('SVC-INTERNAL', { requestId: 'req_1' });
  expect(() => refusedItem(fault)).toThrow(fault);
  expect(() => refusedItem(new TypeError('x'))).toThrow(TypeError);
});

test('a change of text or status reindexes an FAQ; other changes do not', () => {
  for (const change of [
    { question: 'Is it?' },
    { alternateQuestions: ['Free?'] },
    { answer: 'No.' },
    { language: 'pt' },
    { status: 'archived' as const },
  ]) {
    expect(outdatesFaq(faq, { ...faq, ...change })).toBe(true);
  }
  const others = { tags: ['a'], position: 3, externalId: 'x', alternateQuestions: [] };
  expect(outdatesFaq(faq, { ...faq, ...others })).toBe(false);
});

test('hits are added, and the later time is kept', () => {
  const hits = addHits({ hitCount: 2, lastHitAt: at }, { hitCount: 1, lastHitAt: '2026-11-19' });
  expect(hits).toEqual({ hitCount: 3, lastHitAt: at });
  expect(addHits(faq, { hitCount: 1, lastHitAt: at })).toEqual({ hitCount: 1, lastHitAt: at });
});
