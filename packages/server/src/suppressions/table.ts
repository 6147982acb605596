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

/** The keys of the hashes of suppressed addresses. The installation has one row. */
interface StoredSuppressionKeys {
  /** The encrypted keys: in base64, with a space between two of them. */
  readonly sealed: string;
}

export const suppressionKeysTable = defineTable<StoredSuppressionKeys>()('suppression_keys', {
  fields: { sealed: plain },
});
