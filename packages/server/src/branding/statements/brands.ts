import { systemRows } from '../../db/system-rows.ts';

/** An agency with its branding. A suspended agency has neither branding nor domain. */
export interface KnownBrand {
  readonly agencyId: string;
  /** The branding as JSON; null = that of Parley. */
  readonly branding: string | null;
  /** The oldest domain that the operator gave the agency; null = none. */
  readonly domain: string | null;
}

const columns = `a.tenant_id as "agencyId", case when a.status = 'active' then a.branding end as branding, (
  select d.domain from agency_domains d where d.tenant_id = a.tenant_id and a.status = 'active' and d.proof is null
  order by d.created_at, d.domain limit 1
) as domain`;

/** Finds the agency of a domain, before the tenant is known. */
export const brandOfDomain = systemRows<{ domain: string }, KnownBrand>(
  'brand-of-domain',
  {
    access: 'read',
    text: `select ${columns} from agency_domains n join tenants a on a.tenant_id = n.tenant_id
      where n.domain = $1 and a.kind = 'agency'`,
  },
  ({ domain }) => [domain],
);

/** Finds the agency whose branding a tenant has: itself, or the agency that created it. */
export const brandOfTenant = systemRows<{ tenantId: string }, KnownBrand>(
  'brand-of-tenant',
  {
    access: 'read',
    text: `select ${columns} from tenants t join tenants a
      on a.tenant_id = case when t.kind = 'agency' then t.tenant_id else t.agency_id end
      where t.tenant_id = $1 and a.kind = 'agency'`,
  },
  ({ tenantId }) => [tenantId],
);
