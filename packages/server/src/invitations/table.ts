import type { StoredInvitation } from '@parley/domain';
import { defineTable, plain } from '../db/table.ts';

export const invitationsTable = defineTable<StoredInvitation>()('invitations', {
  fields: {
    id: plain,
    email: plain,
    role: plain,
    invitedById: plain,
    expiresAt: plain,
    acceptedAt: plain,
    revokedAt: plain,
    createdAt: plain,
  },
  // Stores only the hash of the token.
  extra: { hash: '' },
});
