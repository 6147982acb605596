import type { Actor, AgencyPermission, Tenant } from '@parley/contract/schemas';
import {
  notFound,
  refuseIssuedKey,
  requireAgency,
  requirePermission,
  type StoredAgencyClient,
  type StoredAgencyGrant,
  type StoredTenant,
} from '@parley/domain';
import { agencyClientsTable } from '../agency-clients/table.ts';
import { agencyGrantsTable, receivedGrantsTable } from '../agency-grants/table.ts';
import { whereActive } from '../crud/ending.ts';
import { lockTenant } from '../tenants/lock.ts';
import { tenantsTable } from '../tenants/table.ts';
import type { TenantContext } from './context.ts';

// The only ways from one tenant into another, in the same transaction. An agency acts on a client that its own records
// contain, and a client acts on an agency that it names itself. scripts/gates/rules.mjs checks that no other code calls
// `ofTenant`.
//
// Each change of a client, of its grants and of their keys first locks the tenant of the client. So a key that is
// issued while its grant is revoked is either refused or revoked.

/** A client of the agency that the context belongs to. */
export interface Client {
  readonly record: StoredAgencyClient;
  /** The active grant of the client to the agency. */
  readonly grant: StoredAgencyGrant | undefined;
  /** The context in the client's tenant. Changes made with it show the agency and its grant as their actor. */
  readonly inside: TenantContext;
}

/** Returns the context in a tenant that the agency of `ctx` is about to create. */
export function inNewTenant(ctx: TenantContext): TenantContext {
  return into(ctx, ctx.newId('ten'), byAgency(ctx));
}

/** Returns the same context with an agency's grant in its actor. */
export function underGrant(inside: TenantContext, { id }: { id: string }): TenantContext {
  return { ...inside, actor: { ...inside.actor, grantId: id } };
}

/**
 * Returns a client of the agency. In a transaction, also locks the tenant of the client. Throws SVC-NOT-FOUND for a
 * record of another agency, and SVC-GRANT-REQUIRED unless the client has granted the permission. Without `permission`,
 * no grant is needed.
 */
export async function actAsClient(
  ctx: TenantContext,
  clientId: string,
  permission?: AgencyPermission,
): Promise<Client> {
  if (ctx.db.inTransaction) {
    const { tenantId } = await findClient(ctx, clientId);
    await lockTenant(into(ctx, tenantId, byAgency(ctx)));
  }
  // Read the grant first: when an agency archives the client, it revokes its grant, too, and 404 is then the better
  // response.
  const [grant] = await activeIn(receivedGrantsTable, ctx, [clientId]);
  const record = await findClient(ctx, clientId);
  if (permission) requirePermission(grant, { clientId, permission });
  const inside = into(ctx, record.tenantId, byAgency(ctx));
  return { record, grant, inside: grant ? underGrant(inside, grant) : inside };
}

/**
 * Returns the context of a member of an agency in the tenant of its client, which is locked. Throws SVC-NOT-FOUND for any
 * other tenant, and SVC-GRANT-REQUIRED unless the client has granted `manage` and `keys`.
 */
export async function asGuest(
  ctx: TenantContext,
  tenantId: string,
): Promise<{ record: StoredAgencyClient; inside: TenantContext }> {
  const known = await findClientRecord(ctx, tenantId);
  if (!known) throw notFound('tenant', tenantId);
  const { record, grant } = await actAsClient(ctx, known.id, 'manage');
  const { id: grantId } = requirePermission(grant, { clientId: known.id, permission: 'keys' });
  return { record, inside: into(ctx, tenantId, { ...ctx.actor, grantId }) };
}

/** Returns the record that the agency of `ctx` has of a client; undefined if it has none. */
export async function findClientRecord(
  { db }: TenantContext,
  clientTenantId: string,
): Promise<StoredAgencyClient | undefined> {
  const match = { client_tenant_id: clientTenantId };
  const row = await db.select(agencyClientsTable).where(match).first();
  return row && agencyClientsTable.toRecord(row);
}

/** Returns the context of the same member in its agency. `ctx` is that of a session under a grant. */
export function agencyOfGuest(ctx: TenantContext, homeTenantId: string): TenantContext {
  return into(ctx, homeTenantId, { ...ctx.actor, grantId: null });
}

/** Returns the context in the tenant of an agency that the client of `ctx` names; undefined for any other tenant. */
export async function findAgency(
  ctx: TenantContext,
  agencyId: string,
): Promise<TenantContext | undefined> {
  if (agencyId === ctx.db.tenantId) return undefined;
  return (await findAgencyRow(ctx, agencyId)) && into(ctx, agencyId, byClient(ctx));
}

/** Returns the names of the agencies that grants or the audit log name. Tenants that are no agencies are left out. */
export async function agencyNames(
  ctx: TenantContext,
  agencyIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...agencyIds].map(async (id) => [id, await findAgencyRow(ctx, id)] as const),
  );
  return new Map(found.flatMap(([id, row]) => (row ? [[id, row.name] as const] : [])));
}

async function findAgencyRow({ db }: TenantContext, agencyId: string) {
  const row = await db.ofTenant(agencyId).select(tenantsTable).first();
  return row?.kind === 'agency' ? row : undefined;
}

/** Returns contexts in the agencies that know the tenant of `ctx`: the one that created it, and those with a grant. */
export async function agenciesOf(
  ctx: TenantContext,
  { agencyId }: Pick<Tenant, 'agencyId'>,
): Promise<TenantContext[]> {
  const grants = await activeIn(agencyGrantsTable, ctx);
  const known = new Set([agencyId, ...grants.map((grant) => grant.agencyId)]);
  return [...known].flatMap((id) => (id === null ? [] : into(ctx, id, byClient(ctx))));
}

/** Returns the active grants of a table. With `clientIds`, only those of these clients of an agency. */
export async function activeIn(
  table: typeof agencyGrantsTable,
  ctx: TenantContext,
  clientIds?: readonly string[],
): Promise<StoredAgencyGrant[]> {
  const at = ctx.now().toISOString();
  const rows = ctx.db.select(table).where((grant) => whereActive(grant, at));
  if (clientIds) rows.whereIn('agency_client_id', clientIds);
  return (await rows).map(table.toRecord);
}

/** Throws SVC-AGENCY-REQUIRED unless the tenant is an agency, and SVC-FORBIDDEN for an API key that another agency issued. */
export async function requireOwnAgency(ctx: TenantContext): Promise<StoredTenant> {
  const [row] = await ctx.db.select(tenantsTable);
  if (!row) throw new Error('a context has a tenant');
  const tenant = tenantsTable.toRecord(row);
  requireAgency(tenant);
  refuseIssuedKey(ctx.actor.grantId);
  return tenant;
}

async function findClient(ctx: TenantContext, id: string): Promise<StoredAgencyClient> {
  const row = await ctx.db.select(agencyClientsTable).where({ id }).first();
  if (!row) throw notFound('agencyClient', id);
  return agencyClientsTable.toRecord(row);
}

function byAgency({ db }: TenantContext): Actor {
  return { type: 'agency', id: db.tenantId, grantId: null };
}

function byClient({ db }: TenantContext): Actor {
  return { type: 'client', id: db.tenantId, grantId: null };
}

/**
 * Returns the context in another tenant, without the API key and the Idempotency-Key of the request, which belong to
 * this one.
 */
function into(ctx: TenantContext, tenantId: string, actor: Actor): TenantContext {
  const { origin, log, now, newId } = ctx;
  return { db: ctx.db.ofTenant(tenantId), actor, origin, log, now, newId };
}
