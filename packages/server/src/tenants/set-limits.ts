import type { TenantLimitName, TenantLimits } from '@parley/contract/schemas';
import { limitNames, periodOf } from '@parley/domain';
import { channelsTable } from '../channels/table.ts';
import { contactsTable } from '../contacts/table.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { archivedKey, latest } from '../db/sort-keys.ts';
import { messagesTable } from '../messages/table.ts';
import { countBetween } from '../reports/count-between.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { usersTable } from '../users/table.ts';
import { tenantLimitsTable } from './limits.ts';

/** Returns the number of records that count for a limit. They are found by indexes of their tables. */
const countOf: Record<TenantLimitName, (ctx: TenantContext, period: string) => Promise<number>> = {
  messagesPerMonth: (ctx, period) =>
    // The months of later messages come after this one.
    countBetween(
      ctx,
      { table: messagesTable },
      { at: 'created_at', from: period, to: `${period}~` },
    ),
  async contacts(ctx) {
    let count = 0;
    for (const isArchived of [false, true]) {
      const where = `archived_key = '${archivedKey(isArchived)}'`;
      const all = { at: 'created_at', from: '', to: latest };
      count += await countBetween(ctx, { table: contactsTable, where }, all);
    }
    return count;
  },
  channels: ({ db }) => db.select(channelsTable).whereNull('archived_at').count(),
  members: ({ db }) => db.select(usersTable).where({ active: 1 }).count(),
};

/**
 * Writes the changed limits of a tenant, in the transaction that changes the tenant. A new limit begins with the exact
 * number of records: the transaction waits for all others that write records of the tenant, and new ones wait for it.
 * On SQLite, all other writes wait, too.
 */
export async function applyLimits(
  ctx: TenantContext,
  before: TenantLimits,
  after: TenantLimits,
): Promise<void> {
  const changed = limitNames.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  await ctx.db.run(lockKind, { kind: 'limit' });
  for (const name of changed) {
    const max = after[name];
    if (max === null) await ctx.db.remove(tenantLimitsTable, { name });
    else if (before[name] !== null) await ctx.db.update(tenantLimitsTable, { name }, { max });
    else await beginLimit(ctx, name, max);
  }
}

async function beginLimit(ctx: TenantContext, name: TenantLimitName, max: number): Promise<void> {
  const period = periodOf(name, ctx.now().toISOString());
  const used = await countOf[name](ctx, period);
  await ctx.db.insert(tenantLimitsTable, { name, max, used, period });
}
