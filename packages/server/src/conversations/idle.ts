import { closedIdle, isIdle, nextIdleCheckMs } from '@parley/domain';
import type { TenantContext, Transact } from '../tenancy/context.ts';
import { conversations } from './records.ts';
import { conversationsTable } from './table.ts';

/** The maximum number of conversations that one job closes, each in its own transaction. */
const atOnce = 100;

/**
 * Closes the idle conversations that changed longest ago. `transact` runs the transaction of each one. Returns the time
 * of the next check, in epoch milliseconds.
 */
export async function closeOldest(
  ctx: TenantContext,
  hours: number,
  transact: Transact,
): Promise<number> {
  const nowMs = ctx.now().getTime();
  const rows = await ctx.db
    .select(conversationsTable)
    .whereNull('closed_at')
    .whereNull('snoozed_until')
    .orderBy('updated_at')
    .orderBy('id')
    .limit(atOnce);
  const oldest = rows.map(conversationsTable.toRecord);
  const idle = oldest.filter((conversation) => isIdle(conversation, hours, nowMs));
  for (const { id } of idle) await transact(ctx, (ctx) => closeIfIdle(ctx, id, hours));
  if (idle.length === atOnce) return nowMs;
  return nextIdleCheckMs(oldest[idle.length]?.updatedAt, hours, nowMs);
}

/** Closes a conversation, unless it has changed since it was found idle. Call it in a transaction. */
export async function closeIfIdle(ctx: TenantContext, id: string, hours: number): Promise<void> {
  const before = await conversations.lock(ctx, id);
  if (!before || !isIdle(before, hours, ctx.now().getTime())) return;
  await conversations.save(ctx, before, closedIdle(before, ctx.now().toISOString()));
}
