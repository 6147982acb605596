import { agencyGrantRules, type StoredAgencyGrant, shownGrant } from '@parley/domain';
import { endingFilter } from '../crud/ending.ts';
import { defineRecords } from '../crud/records.ts';
import type { Made } from '../db/record-memo.ts';
import { agencyGrantsTable, receivedGrantsTable } from './table.ts';

const options = { make: shown, filters: { status: endingFilter } };

/** The grants that a tenant has given. */
export const givenGrants = defineRecords(agencyGrantsTable, agencyGrantRules, options);
/** The grants that an agency has received. */
export const receivedGrants = defineRecords(receivedGrantsTable, agencyGrantRules, options);

function shown(grant: StoredAgencyGrant, nowMs: number): Made<ReturnType<typeof shownGrant>> {
  const record = shownGrant(grant, new Date(nowMs).toISOString());
  const endMs = grant.expiresAt === null ? 0 : Date.parse(grant.expiresAt);
  return record.status === 'active' && endMs > 0 ? { record, goodUntilMs: endMs } : { record };
}
