import type { Segment } from '@parley/contract/schemas';
import { caselessKey } from '@parley/domain';
import { defineTable, json, plain } from '../db/table.ts';

export const segmentsTable = defineTable<Segment>()('segments', {
  fields: {
    id: plain,
    name: plain,
    filter: json,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: { name_key: ({ name }) => caselessKey(name) },
  sorts: { name: 'name_key' },
  filters: { name: 'name_key' },
  indexed: { name: [] },
});
