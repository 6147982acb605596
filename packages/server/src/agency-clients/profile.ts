import type { Tenant } from '@parley/contract/schemas';
import { differences, profileOf } from '@parley/domain';
import { agencyGrantsTable } from '../agency-grants/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { agenciesOf, findAgency } from '../tenancy/grants.ts';
import { agencyClients } from './records.ts';
import { agencyClientsTable } from './table.ts';

/**
 * Copies the profile of a tenant into the records that its agencies have of it. With these copies, agencies can list
 * and search their clients. Records no event.
 */
export async function copyProfile(ctx: TenantContext, tenant: Tenant): Promise<void> {
  for (const { db, now } of await agenciesOf(ctx, tenant)) {
    const row = await db.select(agencyClientsTable).where({ client_tenant_id: tenant.id }).first();
    if (!row) continue;
    const before = agencyClientsTable.toRecord(row);
    if (!differences(profileOf(before), profileOf(tenant))) continue;
    const after = { ...before, ...profileOf(tenant), updatedAt: now().toISOString() };
    const patch = agencyClientsTable.toPatch(before, after);
    await db.update(agencyClientsTable, { id: row.id }, patch);
  }
}

/** Removes the records that agencies have of a tenant that an operator deletes: they could do nothing more with them. */
export async function removeFromAgencies(ctx: TenantContext, tenant: Tenant): Promise<void> {
  const grants = await ctx.db.select(agencyGrantsTable);
  for (const id of new Set([tenant.agencyId, ...grants.map((grant) => grant.agency_id)])) {
    const agency = id === null ? undefined : await findAgency(ctx, id);
    const match = { client_tenant_id: tenant.id };
    const row = await agency?.db.select(agencyClientsTable).where(match).first();
    if (agency && row) await agencyClients.remove(agency, row.id);
  }
}
