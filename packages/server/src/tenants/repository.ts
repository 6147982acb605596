import type { Tenant } from '@parley/contract/schemas';
import { toFlag } from '../db/columns.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { type TenantRow, tenantsTable } from './table.ts';

export async function findTenant(db: TenantDb): Promise<Tenant | undefined> {
  const row = await db.select(tenantsTable).first();
  return row && toTenant(row);
}

export async function insertTenant(db: TenantDb, tenant: Tenant, demo: boolean): Promise<void> {
  await db.insert(tenantsTable, {
    id: tenant.id,
    name: tenant.name,
    kind: tenant.kind,
    status: tenant.status,
    timezone: tenant.timezone,
    locale: tenant.locale,
    default_currency: tenant.defaultCurrency,
    agency_id: tenant.agencyId,
    demo: toFlag(demo),
    suspended_at: null,
    created_at: tenant.createdAt,
    updated_at: tenant.createdAt,
  });
}

export async function updateTenantStatus(
  db: TenantDb,
  status: Tenant['status'],
  at: string,
): Promise<void> {
  const suspended_at = status === 'suspended' ? at : null;
  await db.update(tenantsTable, {}, { status, suspended_at, updated_at: at });
}

function toTenant(row: TenantRow): Tenant {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    timezone: row.timezone,
    locale: row.locale,
    defaultCurrency: row.default_currency,
    agencyId: row.agency_id,
    createdAt: row.created_at,
  };
}
