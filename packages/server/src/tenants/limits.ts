import type {
  TenantLimitName,
  TenantLimitReached,
  TenantLimitUses,
} from '@parley/contract/schemas';
import { type Addition, type LimitCount, reachedBy, refusedByLimit, usesOf } from '@parley/domain';
import { lockKind } from '../crud/lock-kind.ts';
import { cell, cellsIn } from '../db/rows-in.ts';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';

// The limits of a tenant. Triggers of the database count the records of tenants that have limits (decision 500); the
// code that makes records asks here whether there is room.
//
// All transactions lock in one order, so that they do not deadlock. First the tenant, then the locks of `lockKind`: those
// for contacts, for custom fields and for limits. Then come the counters of contacts, channels and members, these
// records, and the counter of messages.

export const tenantLimitsTable = cellsIn('tenant_limits', {
  name: cell<TenantLimitName>(),
  max: cell<number>(),
  used: cell<number>(),
  period: cell<string>(),
});

/** Returns whether the tenant has a limit, without a lock. */
export async function hasLimit(
  { db, isUnlimited = false }: TenantContext,
  name: TenantLimitName,
): Promise<boolean> {
  if (isUnlimited) return false;
  return (await db.select(tenantLimitsTable).where({ name }).first()) !== undefined;
}

/**
 * Returns a limit with its counter, and locks it until the end of the transaction. Returns undefined for a tenant
 * without this limit, which most are, and locks nothing. A transaction that removes counted records, or that locks some
 * before it creates others, calls this before it locks a record.
 */
export async function lockLimit(
  ctx: TenantContext,
  name: TenantLimitName,
): Promise<LimitCount | undefined> {
  if (!(await hasLimit(ctx, name))) return undefined;
  await ctx.db.run(lockKind, { kind: 'limit', isShared: true });
  return await ctx.db.select(tenantLimitsTable).where({ name }).forUpdate().first();
}

/**
 * Throws SVC-LIMIT-REACHED when the limit has no room for new records. Records an event when they reach a part of it.
 * Call it in the transaction that writes the records, before it writes them.
 */
export async function takeRoom(ctx: TenantContext, addition: Omit<Addition, 'at'>): Promise<void> {
  const count = await lockLimit(ctx, addition.name);
  if (!count) return;
  const added = { ...addition, at: ctx.now().toISOString() };
  const refused = refusedByLimit(added, count);
  if (refused) throw refused;
  recordReached(ctx, reachedBy(added, count, ctx.db.tenantId));
}

/**
 * Records an event when a record that this transaction has written, and that is never refused, reaches a part of the
 * limit.
 */
export async function noteCounted(
  ctx: TenantContext,
  addition: Pick<Addition, 'name' | 'at'>,
): Promise<void> {
  const row = await ctx.db.select(tenantLimitsTable).where({ name: addition.name }).first();
  const before = row && { ...row, used: row.used - 1 };
  if (before) recordReached(ctx, reachedBy(addition, before, ctx.db.tenantId));
}

/** Records that new records have reached parts of a limit. Call it in the transaction that writes the records. */
export function recordReached(ctx: TenantContext, reached: readonly TenantLimitReached[]): void {
  for (const object of reached) {
    recordEvent(ctx, 'tenant.limit_reached', { object });
  }
}

/** Returns the limits of the tenant as the API shows them. */
export async function limitUsesOf(ctx: TenantContext): Promise<TenantLimitUses> {
  const rows = await ctx.db.select(tenantLimitsTable);
  return usesOf((wanted) => rows.find(({ name }) => name === wanted), ctx.now().toISOString());
}
