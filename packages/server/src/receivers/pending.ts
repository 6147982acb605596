import { createHash } from 'node:crypto';
import type { Channel } from '@parley/contract/schemas';
import { channels } from '../channels/service.ts';
import { enqueue } from '../jobs/queue.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { takeChange } from './changes.ts';
import type { PendingReport } from './items.ts';
import { takeStatus } from './reports.ts';
import { pendingReportsTable } from './table.ts';

// A report can overtake the message that it is about: the answer to the send, or the webhook of the message, comes
// later. Such a report waits here until the message is known.

/**
 * When to look again. A message that was taken in at the same moment is there at once; a send has been answered after
 * 90 seconds, or its outcome is unknown.
 */
const lookAgainMs = { change: 5_000, status: 90_000 } as const;
const keptMs = 7 * 24 * 3_600_000;

/** Applies a report, or keeps it until its message is known. In a transaction. */
export async function takeReport(
  ctx: TenantContext,
  channel: Channel,
  report: PendingReport,
): Promise<void> {
  if (await apply(ctx, channel, report)) return;
  const { externalId } = report;
  const row = pendingReportsTable.toRow({
    id: idOf(channel.id, report),
    channelId: channel.id,
    externalId,
    report,
    receivedAt: ctx.now().toISOString(),
  });
  if (!(await ctx.db.insertIfAbsent(pendingReportsTable, row))) return;
  // The message may have become known since this transaction looked for it.
  const payload = { channelId: channel.id, externalId };
  await enqueue(ctx, 'apply-reports', payload, { delayMs: lookAgainMs[report.kind] });
}

/** Applies the reports that wait for a message. In a transaction. */
export async function applyPending(
  ctx: TenantContext,
  channel: Channel,
  externalId: string,
): Promise<void> {
  const rows = await ctx.db
    .select(pendingReportsTable)
    .where({ channel_id: channel.id, external_id: externalId })
    .orderBy('received_at')
    .orderBy('id');
  for (const row of rows) {
    if (!(await apply(ctx, channel, pendingReportsTable.toRecord(row).report))) return;
    await ctx.db.remove(pendingReportsTable, { id: row.id });
  }
}

/** Applies what was reported of a message before the provider answered its send. */
export async function applyEarlyReports(
  ctx: TenantContext,
  channelId: string,
  externalId: string,
): Promise<void> {
  const waiting = { channel_id: channelId, external_id: externalId };
  if (!(await ctx.db.select(pendingReportsTable).where(waiting).first())) return;
  await inTransaction(ctx, async (ctx) => {
    await applyPending(ctx, await channels.get(ctx, channelId), externalId);
  });
}

/** Forgets the reports of messages that this service never knew: another one sent them. */
export async function forgetOldReports(ctx: TenantContext): Promise<void> {
  const oldest = new Date(ctx.now().getTime() - keptMs).toISOString();
  const old = await ctx.db
    .select(pendingReportsTable)
    .where('received_at', '<', oldest)
    .orderBy('received_at')
    .limit(100);
  for (const { id } of old) await ctx.db.remove(pendingReportsTable, { id });
}

/** A provider repeats its reports: one that waits already has the same id. */
function idOf(channelId: string, report: PendingReport): string {
  return createHash('sha256').update(channelId).update(JSON.stringify(report)).digest('hex');
}

async function apply(
  ctx: TenantContext,
  channel: Channel,
  report: PendingReport,
): Promise<boolean> {
  return report.kind === 'status'
    ? await takeStatus(ctx, channel, report, report.at)
    : await takeChange(ctx, channel, report, report.at);
}
