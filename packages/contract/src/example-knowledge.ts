// A document and an FAQ of the shop, and how they are found.
import { at, ulid } from './example-records.ts';
import type { CreateKnowledgeFaqBody, KnowledgeFaq, KnowledgeFaqMatch } from './knowledge-faqs.ts';
import type { KnowledgeSnippet } from './knowledge-search.ts';
import type { KnowledgeChunk, KnowledgeSource, KnowledgeSourceMatch } from './knowledge-sources.ts';

export const knowledgeSource: KnowledgeSource = {
  id: `src_${ulid('F')}`,
  title: 'Delivery and returns',
  type: 'markdown',
  url: 'https://shop.example.com/help/delivery',
  externalId: 'help-17',
  language: 'en',
  status: 'ready',
  error: null,
  tags: ['shipping'],
  chunkCount: 1,
  charCount: 118,
  checksum: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea',
  indexedAt: at(1),
  metadata: {},
  createdAt: at(0),
  updatedAt: at(1),
};

export const knowledgeFaq: KnowledgeFaq = {
  id: `faq_${ulid('G')}`,
  question: 'How long does delivery take?',
  alternateQuestions: ['When will my order arrive?'],
  answer: 'Two working days within the city, five elsewhere.',
  language: 'en',
  status: 'published',
  tags: ['shipping'],
  sourceId: knowledgeSource.id,
  position: 0,
  externalId: null,
  hitCount: 12,
  lastHitAt: at(40),
  helpfulCount: 3,
  unhelpfulCount: 0,
  metadata: {},
  createdAt: at(0),
  updatedAt: at(0),
  publishedAt: at(0),
};

export const knowledgeChunk: KnowledgeChunk = {
  id: `chk_${ulid('H')}`,
  sourceId: knowledgeSource.id,
  position: 0,
  headings: ['Delivery'],
  text: 'Two working days within the city, five elsewhere.',
};

export const knowledgeSnippet: KnowledgeSnippet = {
  chunkId: `chk_${ulid('H')}`,
  text: 'Two working days within the city, five elsewhere.',
  headings: ['Delivery'],
  position: 0,
  highlights: [[4, 16]],
};

export const knowledgeSourceMatch: KnowledgeSourceMatch = {
  ...knowledgeSource,
  score: 0.82,
  snippets: [knowledgeSnippet],
};

export const knowledgeFaqMatch: KnowledgeFaqMatch = {
  ...knowledgeFaq,
  score: 0.91,
  confidence: 'high',
  matchedQuestion: 'When will my order arrive?',
  snippets: [{ ...knowledgeSnippet, chunkId: null, headings: [] }],
};

export const createKnowledgeFaqBody: CreateKnowledgeFaqBody = {
  question: 'How long does delivery take?',
  alternateQuestions: ['When will my order arrive?'],
  answer: 'Two working days within the city, five elsewhere.',
  language: 'en',
  status: 'published',
};
