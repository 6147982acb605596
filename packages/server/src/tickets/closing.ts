import { isDueToClose, movedTicket, nextIdleCheckMs } from '@parley/domain';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { tickets } from './records.ts';
import { ticketsTable } from './table.ts';

/** Tickets that one job closes, each in a transaction of its own. */
const atOnce = 100;

/** Closes the tickets that are solved for longest, if it is time. Returns the time of the next look, in milliseconds. */
export async function closeOldestTickets(ctx: TenantContext, hours: number): Promise<number> {
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
  for (const { id } of due) await closeIfDue(ctx, id, hours);
  if (due.length === atOnce) return nowMs;
  return nextIdleCheckMs(oldest[due.length]?.solvedAt ?? undefined, hours, nowMs);
}

/** Closes a ticket that is solved for so many hours; does nothing when it was reopened since. */
export async function closeIfDue(ctx: TenantContext, id: string, hours: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const before = await tickets.lock(ctx, id);
    if (!before || !isDueToClose(before, hours, ctx.now().getTime())) return;
    await tickets.save(ctx, before, movedTicket(before, 'closed', ctx.now().toISOString()));
  });
}
