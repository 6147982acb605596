import type { Pipeline } from '@parley/contract/schemas';
import { defineTable, flag, json, plain, type RowOf, whole } from '../db/table.ts';

export const pipelinesTable = defineTable<Pipeline>()('pipelines', {
  fields: {
    id: plain,
    name: plain,
    position: whole,
    isDefault: flag,
    requireLostReason: flag,
    currency: plain,
    stages: json,
    metadata: json,
    createdAt: plain,
    updatedAt: plain,
    archivedAt: plain,
  },
  filters: { archived: 'archived_at' },
});

export type PipelineRow = RowOf<typeof pipelinesTable>;
