import type { CustomField } from '@parley/contract/schemas';
import { caselessKey } from '@parley/domain';
import { defineTable, flag, json, plain, whole } from '../db/table.ts';

export const customFieldsTable = defineTable<CustomField>()('custom_fields', {
  fields: {
    id: plain,
    entity: plain,
    key: plain,
    label: plain,
    type: plain,
    options: json,
    required: flag,
    position: whole,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: { key_key: ({ key }) => caselessKey(key) },
  filters: { key: 'key_key' },
  uniques: { key: ['entity', 'key_key'] },
});
