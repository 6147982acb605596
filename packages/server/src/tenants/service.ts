import type { Tenant, UpdateTenantBody } from '@parley/contract/schemas';
import { newTenant, tenantRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { toFlag } from '../db/columns.ts';
import { enqueue } from '../jobs/queue.ts';
import { addFirstPipeline } from '../pipelines/first-pipeline.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { tenantsTable } from './table.ts';

export const tenants = defineRecords(tenantsTable, tenantRules, {
  async saved(ctx, { settings }, before) {
    const { conversationAutoCloseHours: hours } = settings;
    if (hours !== before.settings.conversationAutoCloseHours) await restartClosing(ctx, hours);
  },
});

export async function getCurrentTenant(ctx: TenantContext): Promise<Tenant> {
  return await tenants.get(ctx, ctx.db.tenantId);
}

export async function updateCurrentTenant(
  ctx: TenantContext,
  body: UpdateTenantBody,
): Promise<Tenant> {
  return await tenants.update(ctx, ctx.db.tenantId, body);
}

/** Ends the jobs that close idle conversations by the earlier setting, and begins those of this one. */
async function restartClosing(ctx: TenantContext, hours: number | null): Promise<void> {
  const row = await ctx.db.select(tenantsTable).first();
  const version = (row?.auto_close_version ?? 0) + 1;
  await ctx.db.update(tenantsTable, {}, { auto_close_version: version });
  if (hours !== null) await enqueue(ctx, 'close-idle', { version });
}

/** The setting, for a job that one of its changes began; null when conversations stay open or it has changed since. */
export async function autoCloseHours(ctx: TenantContext, version: number): Promise<number | null> {
  const row = await ctx.db.select(tenantsTable).first();
  if (row?.auto_close_version !== version) return null;
  return tenantsTable.toRecord(row).settings.conversationAutoCloseHours;
}

/** A lock until the end of the transaction: records that count towards a limit of the tenant are counted under it. */
export async function lockTenant({ db }: TenantContext): Promise<void> {
  await db.select(tenantsTable).forUpdate();
}

/** Creates the tenant that the context is already bound to, with its first pipeline. */
export async function createTenant(
  ctx: TenantContext,
  { name, demo = false }: { name: string; demo?: boolean },
): Promise<Tenant> {
  return await inTransaction(ctx, async (ctx) => {
    const tenant = newTenant({ id: ctx.db.tenantId, at: ctx.now().toISOString() }, name);
    await ctx.db.insert(tenantsTable, { ...tenantsTable.toRow(tenant), demo: toFlag(demo) });
    await addFirstPipeline(ctx);
    return tenant;
  });
}

/** From the next request, its keys are answered 403. */
export async function suspendTenant({ db, now }: TenantContext): Promise<void> {
  const at = now().toISOString();
  await db.update(tenantsTable, {}, { status: 'suspended', suspended_at: at, updated_at: at });
}
