import { at, bySystem, changed, exampleId, made, onePage } from './example-values.ts';
import type { KnowledgeSnippet } from './knowledge-search.ts';
import type { KnowledgeChunk, KnowledgeSource, KnowledgeSourceMatch } from './knowledge-sources.ts';

const knowledgeSource: KnowledgeSource = {
  id: exampleId('knowledgeSource', 'F'),
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

const processing: KnowledgeSource = { ...knowledgeSource, status: 'processing' };

const knowledgeChunk: KnowledgeChunk = {
  id: exampleId('knowledgeChunk', 'H'),
  sourceId: knowledgeSource.id,
  position: 0,
  headings: ['Delivery'],
  text: 'Two working days within the city, five elsewhere.',
};

export const knowledgeSnippet: KnowledgeSnippet = {
  chunkId: exampleId('knowledgeChunk', 'H'),
  text: 'Two working days within the city, five elsewhere.',
  headings: ['Delivery'],
  position: 0,
  highlights: [[4, 16]],
};

const knowledgeSourceMatch: KnowledgeSourceMatch = {
  ...knowledgeSource,
  score: 0.82,
  snippets: [knowledgeSnippet],
};

export const knowledgeSourceExamples = {
  languageTag: 'pt-BR',
  knowledgeScore: 0.82,
  pageUrl: 'https://example.com/help#returns',
  knowledgeSnippet,
  knowledgeSource,
  knowledgeSourceDetail: {
    ...knowledgeSource,
    content: '# Delivery\n\nTwo working days within the city, five elsewhere.',
  },
  knowledgeSourceMatch,
  knowledgeSourcePage: onePage(knowledgeSourceMatch),
  listKnowledgeSourcesQuery: { q: 'how long does delivery take', snippets: 2 },
  createKnowledgeSourceBody: {
    type: 'markdown',
    title: 'Delivery and returns',
    content: '# Delivery\n\nTwo working days within the city, five elsewhere.',
    language: 'en',
    tags: ['shipping'],
  },
  updateKnowledgeSourceBody: { title: 'Delivery, returns and refunds' },
  knowledgeChunk,
  knowledgeChunkPage: onePage(knowledgeChunk),
  listKnowledgeChunksQuery: { limit: 50 },
} as const;

export const knowledgeSourceEventExamples = {
  'knowledge_source.created': made({ ...processing, chunkCount: 0, indexedAt: null }),
  'knowledge_source.updated': changed(knowledgeSource, { tags: ['shipping', 'returns'] }),
  'knowledge_source.ready': changed(processing, { status: 'ready' }, bySystem),
  'knowledge_source.failed': changed(
    processing,
    {
      status: 'failed',
      error: { code: 'name_not_resolved', message: 'The name of the host does not resolve.' },
    },
    bySystem,
  ),
  'knowledge_source.deleted': made(knowledgeSource),
};
