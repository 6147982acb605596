import { isDueToClose, movedTicket, nextIdleCheckMs } from '@parley/domain';
import type { TenantContext, Transact } from '../tenancy/context.ts';
import { tickets } from './records.ts';
import { ticketsTable } from './table.ts';

/** The maximum number of tickets that one job closes, each in its own transaction. */
const atOnce = 100;

/**
 * Closes the tickets that have been solved for longest, if they are due. `transact` runs the transaction of each one.
 * Returns the time of the next check, in epoch milliseconds.
 */
export async function closeOldestTickets(
  ctx: TenantContext,
  hours: number,
  transact: Transact,
): Promise<number> {
  const nowMs = ctx.now().getTime();
  const rows = await ctx.db
    .select(ticketsTable)
    .whereNull('closed_at')
    .where('solved_at', '>', '')
    .orderBy('solved_at')
    .orderBy('id')
    .limit(atOnce);
  const oldest = rows.map(ticketsTable.toRecord);
  const due = oldest.filter((ticket) => isDueToClose(ticket, hours, nowMs));
  for (const { id } of due) await transact(ctx, (ctx) => closeIfDue(ctx, id, hours));
  if (due.length === atOnce) return nowMs;
  return nextIdleCheckMs(oldest[due.length]?.solvedAt ?? undefined, hours, nowMs);
}

/** Closes a ticket that has been solved for this many hours. Does nothing if it was reopened. */
async function closeIfDue(ctx: TenantContext, id: string, hours: number): Promise<void> {
  const before = await tickets.lock(ctx, id);
  if (!before || !isDueToClose(before, hours, ctx.now().getTime())) return;
  await tickets.save(ctx, before, movedTicket(before, 'closed', ctx.now().toISOString()));
}
