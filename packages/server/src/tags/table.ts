import { type TagEntity, tagKey } from '@parley/contract/schemas';
import type { StoredTag } from '@parley/domain';
import { cell, cellsIn } from '../db/rows-in.ts';
import { defineTable, json, plain } from '../db/table.ts';

export const tagsTable = defineTable<StoredTag>()('tags', {
  fields: {
    id: plain,
    name: plain,
    color: plain,
    description: plain,
    status: plain,
    replacedById: plain,
    progress: plain,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: { name_key: ({ name }) => tagKey(name) },
  sorts: { name: 'name_key' },
  filters: { name: 'name_key' },
  indexed: { name: [] },
});

/** A tag of a record. Database triggers write these rows (0062-tags.ts). */
export const tagUsesTable = cellsIn('tag_uses', {
  name_key: cell<string>(),
  entity: cell<TagEntity>(),
  record_id: cell<string>(),
});
