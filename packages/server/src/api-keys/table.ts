import type { StoredApiKey } from '@parley/domain';
import { defineTable, plain, whole } from '../db/table.ts';

export const apiKeysTable = defineTable<StoredApiKey>()('api_keys', {
  fields: {
    id: plain,
    name: plain,
    hint: plain,
    createdByType: plain,
    createdById: plain,
    grantId: plain,
    rateLimit: whole,
    rateWindowSeconds: whole,
    lastUsedAt: plain,
    expiresAt: plain,
    revokedAt: plain,
    createdAt: plain,
  },
  // Stores only the hash of the secret.
  extra: { hash: '' },
  indexed: { createdById: ['created_at'] },
});
