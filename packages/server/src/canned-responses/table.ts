import type { CannedResponse } from '@parley/contract/schemas';
import { cannedResponseRules, caselessKey, languageKey } from '@parley/domain';
import { searchKey, tagsKey } from '../db/sort-keys.ts';
import { defineTable, json, plain } from '../db/table.ts';

export const cannedResponsesTable = defineTable<CannedResponse>()('canned_responses', {
  fields: {
    id: plain,
    shortcut: plain,
    title: plain,
    text: plain,
    language: plain,
    tags: json,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: {
    shortcut_key: ({ shortcut }) => caselessKey(shortcut),
    language_key: ({ language }) => language && languageKey(language),
    tags_key: ({ tags }) => tagsKey(tags),
    search_key: (record) => searchKey(record, cannedResponseRules.filters.q),
  },
  sorts: { shortcut: 'shortcut_key' },
  filters: {
    q: 'search_key',
    shortcut: 'shortcut_key',
    tag: 'tags_key',
    language: 'language_key',
  },
  indexed: { shortcut: [] },
});
