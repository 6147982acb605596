import type { TemplateRecord } from '@parley/contract/schemas';
import { templateRules } from '@parley/domain';
import { searchKey } from '../db/sort-keys.ts';
import { defineTable, json, plain } from '../db/table.ts';

export const templatesTable = defineTable<TemplateRecord>()('templates', {
  fields: {
    id: plain,
    channelId: plain,
    externalId: plain,
    name: plain,
    language: plain,
    category: plain,
    status: plain,
    quality: plain,
    rejectionReason: plain,
    parameterFormat: plain,
    components: json,
    variables: json,
    syncedAt: plain,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: { search_key: (record) => searchKey(record, templateRules.filters.q) },
  filters: { q: 'search_key' },
  indexed: { channelId: ['created_at', 'updated_at'] },
  uniques: { name: ['channel_id', 'name', 'language'] },
});
