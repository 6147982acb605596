import { at, eventExamplesOf, exampleId, onePage } from './example-values.ts';
import type { CreateKnowledgeFaqBody, KnowledgeFaq, KnowledgeFaqMatch } from './knowledge-faqs.ts';
import { knowledgeSnippet } from './knowledge-sources.examples.ts';

const knowledgeFaq: KnowledgeFaq = {
  id: exampleId('knowledgeFaq', 'G'),
  question: 'How long does delivery take?',
  alternateQuestions: ['When will my order arrive?'],
  answer: 'Two working days within the city, five elsewhere.',
  language: 'en',
  status: 'published',
  tags: ['shipping'],
  sourceId: exampleId('knowledgeSource', 'F'),
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

const knowledgeFaqMatch: KnowledgeFaqMatch = {
  ...knowledgeFaq,
  score: 0.91,
  confidence: 'high',
  matchedQuestion: 'When will my order arrive?',
  snippets: [{ ...knowledgeSnippet, chunkId: null, headings: [] }],
};

const createKnowledgeFaqBody: CreateKnowledgeFaqBody = {
  question: 'How long does delivery take?',
  alternateQuestions: ['When will my order arrive?'],
  answer: 'Two working days within the city, five elsewhere.',
  language: 'en',
  status: 'published',
};

export const knowledgeFaqExamples = {
  knowledgeFaq,
  knowledgeFaqMatch,
  knowledgeFaqPage: onePage(knowledgeFaqMatch),
  listKnowledgeFaqsQuery: { q: 'when does it arrive', minScore: 0.3 },
  createKnowledgeFaqBody,
  updateKnowledgeFaqBody: { alternateQuestions: ['When will my order arrive?'] },
  batchKnowledgeFaqItem: createKnowledgeFaqBody,
  batchKnowledgeFaqsBody: { items: [createKnowledgeFaqBody] },
  knowledgeFaqBatch: {
    results: [{ index: 0, status: 'created', faq: knowledgeFaq, error: null }],
  },
  knowledgeFaqFeedbackBody: { helpful: true },
} as const;

export const knowledgeFaqEventExamples = eventExamplesOf('knowledge_faq', knowledgeFaq, {
  status: 'archived',
});
