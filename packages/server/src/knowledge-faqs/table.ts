import { hash } from 'node:crypto';
import type { KnowledgeFaq } from '@parley/contract/schemas';
import { languageKey } from '@parley/domain';
import { questionKey } from '@parley/search';
import { tagsKey } from '../db/sort-keys.ts';
import { defineTable, json, plain, type RowOf, whole } from '../db/table.ts';

export const knowledgeFaqsTable = defineTable<KnowledgeFaq>()('knowledge_faqs', {
  fields: {
    id: plain,
    question: plain,
    alternateQuestions: json,
    answer: plain,
    language: plain,
    status: plain,
    tags: json,
    sourceId: plain,
    position: whole,
    externalId: plain,
    hitCount: whole,
    lastHitAt: plain,
    helpfulCount: whole,
    unhelpfulCount: whole,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
    publishedAt: plain,
  },
  keys: {
    // A hash: a long question in a script without spaces would not fit into an index of Postgres.
    question_key: ({ question }) => hash('sha256', questionKey(question), 'base64url'),
    language_key: ({ language }) => languageKey(language),
    tags_key: ({ tags }) => tagsKey(tags),
  },
  filters: { language: 'language_key', tag: 'tags_key' },
  indexed: { sourceId: [], externalId: [] },
  uniques: { question: ['language_key', 'question_key'] },
  uniqueAmong: { question: "status <> 'archived'" },
});

export type KnowledgeFaqRow = RowOf<typeof knowledgeFaqsTable>;
