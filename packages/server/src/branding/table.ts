import { defineTable, plain } from '../db/table.ts';

interface AgencyDomain {
  /** The domain in lower case. */
  readonly domain: string;
  readonly createdAt: string;
}

/** The domains on which people sign in with the branding of an agency. */
export const agencyDomainsTable = defineTable<AgencyDomain>()('agency_domains', {
  fields: { domain: plain, createdAt: plain },
});
