import type { StoredAgencyGrant } from '@parley/domain';
import { defineTable, json, plain } from '../db/table.ts';

// The client has the grant, and the agency a copy, so that each reads only its own rows. One transaction writes both.

const fields = {
  id: plain,
  agencyId: plain,
  agencyClientId: plain,
  permissions: json,
  grantedBy: json,
  revokedBy: json,
  expiresAt: plain,
  revokedAt: plain,
  createdAt: plain,
  updatedAt: plain,
} as const;

/** The grants that a tenant has given. */
export const agencyGrantsTable = defineTable<StoredAgencyGrant>()('agency_grants', {
  fields,
  indexed: { agencyClientId: ['created_at'] },
});

/**
 * The agency's copy of each grant that a client gave it. The client has the original, in another table, because each
 * table belongs to one tenant.
 */
export const receivedGrantsTable = defineTable<StoredAgencyGrant>()('received_grants', {
  fields,
  indexed: { agencyClientId: ['created_at'] },
});
