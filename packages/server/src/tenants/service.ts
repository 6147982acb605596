import type {
  Tenant,
  TenantLimitsInput,
  TenantSettings,
  UpdateTenantBody,
} from '@parley/contract/schemas';
import {
  checkTenantChange,
  differences,
  hourMs,
  type NewTenant,
  newTenant,
  noLimits,
  profileOf,
  resumed,
  type Suspension,
  statusAction,
  suspended,
  tenantOf,
  tenantRules,
  withLimits,
} from '@parley/domain';
import { ownClientRecord } from '../agency-clients/own-record.ts';
import { copyProfile } from '../agency-clients/profile.ts';
import { audit } from '../audit-log/record.ts';
import { defineRecords } from '../crud/records.ts';
import { toFlag } from '../db/columns.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { enqueue } from '../jobs/queue.ts';
import { addFirstPipeline } from '../pipelines/first-pipeline.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from './lock.ts';
import { applyLimits } from './set-limits.ts';
import { tenantsTable } from './table.ts';

export const tenants = defineRecords(tenantsTable, tenantRules, {
  make: (tenant) => ({ record: tenantOf(tenant) }),
  async saved(ctx, after, before) {
    const { id, settings } = after;
    if (differences(profileOf(before), profileOf(after))) await copyProfile(ctx, after);
    await applyLimits(ctx, before.limits, after.limits);
    const action = statusAction(before, after);
    if (action) await audit(ctx, { action, recordId: id });
    for (const kind of kinds) {
      const hours = hoursOf(kind, settings);
      if (hours !== hoursOf(kind, before.settings)) await restartClosing(ctx, kind, hours);
    }
  },
});

/** A kind of record that the server closes after a time that the tenant sets. */
type ClosedKind = 'conversation' | 'ticket';
const kinds: readonly ClosedKind[] = ['conversation', 'ticket'];
const versions = { conversation: 'auto_close_version', ticket: 'ticket_close_version' } as const;

function hoursOf(kind: ClosedKind, settings: TenantSettings): number | null {
  return settings[`${kind}AutoCloseHours`];
}

export async function getCurrentTenant(ctx: TenantContext): Promise<Tenant> {
  return await tenants.get(ctx, ctx.db.tenantId);
}

export async function updateCurrentTenant(
  ctx: TenantContext,
  body: UpdateTenantBody,
): Promise<Tenant> {
  const { grantId } = ctx.actor;
  if (grantId !== null) checkTenantChange(await getCurrentTenant(ctx), body, grantId);
  return await tenants.update(ctx, ctx.db.tenantId, body);
}

/** Ends the jobs that close records by the earlier setting, and starts those for the new one. */
async function restartClosing(
  ctx: TenantContext,
  kind: ClosedKind,
  hours: number | null,
  delayMs = 0,
): Promise<void> {
  const column = versions[kind];
  const row = await ctx.db.select(tenantsTable).first();
  const version = (row?.[column] ?? 0) + 1;
  await ctx.db.update(tenantsTable, {}, { [column]: version });
  if (hours !== null) await enqueue(ctx, 'close-idle', { kind, version }, { delayMs });
}

/**
 * Queues the jobs that close tickets, when the tenant solves its first ticket. Call it in the transaction that solves
 * it.
 */
export async function beginTicketClosing(ctx: TenantContext): Promise<void> {
  const row = () => ctx.db.select(tenantsTable);
  if ((await row().first())?.ticket_close_version !== 0) return;
  // Another transaction may start them at the same time.
  const locked = await row().forUpdate().first();
  if (locked?.ticket_close_version !== 0) return;
  const hours = hoursOf('ticket', tenantsTable.toRecord(locked).settings);
  if (hours !== null) await restartClosing(ctx, 'ticket', hours, hours * hourMs);
}

/**
 * Returns the hours after which records close, for a job of this version of the setting. Returns null when records stay
 * open or the setting has changed since. In a transaction, the setting cannot change until its end.
 */
export async function autoCloseHours(
  ctx: TenantContext,
  { kind = 'conversation', version }: JobPayloads['close-idle'],
): Promise<number | null> {
  const tenant = ctx.db.select(tenantsTable);
  const row = await (ctx.db.inTransaction ? tenant.forChange() : tenant).first();
  if (row?.[versions[kind]] !== version) return null;
  return hoursOf(kind, tenantsTable.toRecord(row).settings);
}

/** Creates the tenant of the context, with its first pipeline. */
export async function createTenant(
  ctx: TenantContext,
  { demo = false, ...given }: NewTenant & { demo?: boolean },
): Promise<Tenant> {
  return await inTransaction(ctx, async (ctx) => {
    const tenant = newTenant({ id: ctx.db.tenantId, at: ctx.now().toISOString() }, given);
    await ctx.db.insert(tenantsTable, { ...tenantsTable.toRow(tenant), demo: toFlag(demo) });
    await addFirstPipeline(ctx);
    await applyLimits(ctx, noLimits, tenant.limits);
    return tenantOf(tenant);
  });
}

/** Changes limits of the tenant of the context. Only the operator and the agency that created the tenant may do it. */
export async function setLimits(ctx: TenantContext, limits: TenantLimitsInput): Promise<Tenant> {
  return await tenants.change(ctx, ctx.db.tenantId, (before) => withLimits(before, limits));
}

/** Changes the kind of the tenant of the context. Only operators can do this. */
export async function setKind(ctx: TenantContext, kind: Tenant['kind']): Promise<Tenant> {
  return await tenants.change(ctx, ctx.db.tenantId, (before) => ({ ...before, kind }));
}

/**
 * Suspends the tenant of the context: its next request gets 403, and no attempt to send a message begins. Messages of
 * customers are still stored. A suspended tenant keeps its time; an operator takes over the suspension by an agency.
 * Throws SVC-INVALID-TRANSITION for an archived one.
 */
export async function suspendTenant(
  ctx: TenantContext,
  suspension: Suspension = { by: 'operator' },
): Promise<Tenant> {
  return await tenants.change(ctx, ctx.db.tenantId, (before, at) =>
    suspended(before, suspension, at),
  );
}

/**
 * Ends the suspension by an operator or by the agency of the tenant. If the other one lasts, the tenant stays suspended;
 * otherwise the messages that waited are sent, unless they expired. Throws SVC-INVALID-TRANSITION for an archived tenant.
 */
export async function resumeTenant(
  ctx: TenantContext,
  { by }: Pick<Suspension, 'by'> = { by: 'operator' },
): Promise<Tenant> {
  return await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    const { tenantId } = ctx.db;
    const client = by === 'operator' ? await ownClientRecord(ctx) : undefined;
    return await tenants.change(ctx, tenantId, (before) => resumed(before, { by, client }));
  });
}
