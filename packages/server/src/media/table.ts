import type { StoredMedia } from '@parley/domain';
import { defineTable, plain, whole } from '../db/table.ts';

export const mediaTable = defineTable<StoredMedia>()('media', {
  fields: {
    id: plain,
    kind: plain,
    mimeType: plain,
    filename: plain,
    sizeBytes: whole,
    sha256: plain,
    width: whole,
    height: whole,
    createdAt: plain,
    expiresAt: plain,
  },
  // The IDs of the file at providers, as JSON by account.
  extra: { uploads: null as string | null },
});
