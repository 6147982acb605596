import type { StoredSuppression } from '@parley/domain';
import { defineTable, plain } from '../db/table.ts';

export const suppressionsTable = defineTable<StoredSuppression>()('suppressions', {
  fields: {
    id: plain,
    hash: plain,
    channelType: plain,
    scope: plain,
    source: plain,
    decidedAt: plain,
    createdAt: plain,
  },
  // The primary key begins with the hash.
  indexed: { address: [] },
});
