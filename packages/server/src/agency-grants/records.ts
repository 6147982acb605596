import type { AgencyGrant } from '@parley/contract/schemas';
import { agencyGrantRules, type StoredAgencyGrant, shownGrant } from '@parley/domain';
import { endingFilter } from '../crud/ending.ts';
import { defineRecords } from '../crud/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { agencyNames } from '../tenancy/grants.ts';
import { agencyGrantsTable, receivedGrantsTable } from './table.ts';

const options = {
  complete: {
    read: showGrants,
    make: (_stored: StoredAgencyGrant, record: AgencyGrant) => ({ record }),
  },
  filters: { status: endingFilter },
};

/** The grants that a tenant has given. */
export const givenGrants = defineRecords(agencyGrantsTable, agencyGrantRules, options);
/** The grants that an agency has received. */
export const receivedGrants = defineRecords(receivedGrantsTable, agencyGrantRules, options);

/** Returns grants as the API shows them to either side: with the present name of the agency. */
export async function showGrants(
  ctx: TenantContext,
  grants: readonly StoredAgencyGrant[],
): Promise<AgencyGrant[]> {
  const names = await agencyNames(ctx, new Set(grants.map(({ agencyId }) => agencyId)));
  const at = ctx.now().toISOString();
  return grants.map((grant) =>
    shownGrant(grant, { at, agencyName: names.get(grant.agencyId) ?? null }),
  );
}
