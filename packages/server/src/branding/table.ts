import { defineTable, plain } from '../db/table.ts';

export interface AgencyDomain {
  /** The domain in lower case. */
  readonly domain: string;
  /** The proof that the domain belongs to the agency: a record in DNS. Null: the operator added the domain. */
  readonly proof: 'dns' | null;
  readonly createdAt: string;
}

/** The domains on which people sign in with the branding of an agency. */
export const agencyDomainsTable = defineTable<AgencyDomain>()('agency_domains', {
  fields: { domain: plain, proof: plain, createdAt: plain },
});
