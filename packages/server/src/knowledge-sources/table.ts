import { languageKey, type StoredSource, sourceTitleKey } from '@parley/domain';
import { tagsKey } from '../db/sort-keys.ts';
import { defineTable, flag, json, plain, whole } from '../db/table.ts';

export const knowledgeSourcesTable = defineTable<StoredSource>()('knowledge_sources', {
  fields: {
    id: plain,
    title: plain,
    type: plain,
    url: plain,
    externalId: plain,
    language: plain,
    status: plain,
    error: json,
    tags: json,
    chunkCount: whole,
    charCount: whole,
    checksum: plain,
    indexedAt: plain,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
    contentLength: whole,
    fetchedFormat: plain,
    fetchDue: flag,
    titleFromPage: flag,
    contentVersion: whole,
  },
  keys: {
    title_key: sourceTitleKey,
    language_key: ({ language }) => languageKey(language),
    tags_key: ({ tags }) => tagsKey(tags),
  },
  sorts: { title: 'title_key' },
  filters: { language: 'language_key', tag: 'tags_key' },
  indexed: { externalId: [] },
});

interface Content {
  readonly sourceId: string;
  readonly content: string;
}

export const knowledgeContentsTable = defineTable<Content>()('knowledge_contents', {
  fields: { sourceId: plain, content: plain },
});
