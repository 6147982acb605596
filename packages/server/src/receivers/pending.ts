import { createHash } from 'node:crypto';
import type { Channel } from '@parley/contract/schemas';
import { dayMs } from '@parley/domain';
import { channels } from '../channels/service.ts';
import { enqueue } from '../jobs/queue.ts';
import { findByExternalId } from '../messages/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { takeChange } from './changes.ts';
import type { PendingReport } from './items.ts';
import { isSendingTo, takeRead, takeStatus } from './reports.ts';
import {
  lockExternalId,
  requireNoMessage,
  requireNoneInDirection,
} from './statements/require-unknown.ts';
import { pendingReportsTable } from './table.ts';

// A report can arrive before the message that it is about is known: the response to the send, or the webhook of the
// message, comes later. The report is stored here until the message is known. Read receipts are kept: each one applies
// to every earlier message that becomes known.

/**
 * How long after an early report a job looks again for its message, in milliseconds. The worker that records the response
 * to the send may be killed before it looks for reports. A change waits for a transaction that records a response at the
 * same time. A status waits for a send, which gets its answer within 90 seconds or has an unknown outcome.
 */
const lookAgainMs = { change: 5_000, status: 90_000, read: 90_000 } as const;
type Reading = Extract<PendingReport, { kind: 'read' }>;

const keptMs = 7 * dayMs;

/**
 * The maximum number of reports that wait for one message. Further ones are ignored: a real message has a few, and each
 * look for the message reads all of them.
 */
const mostOfMessage = 100;

/**
 * Applies a report, or stores it until its message is known. Call it in a transaction. Returns a stored report: call
 * `applyLate` with it after the commit.
 */
export async function takeReport(
  ctx: TenantContext,
  channel: Channel,
  report: Exclude<PendingReport, Reading>,
): Promise<PendingReport | undefined> {
  if (await apply(ctx, channel, report)) return undefined;
  const { externalId } = report;
  const waiting = ctx.db
    .select(pendingReportsTable)
    .where({ channel_id: channel.id, external_id: externalId });
  if (Number(await waiting.count()) >= mostOfMessage) return undefined;
  const row = pendingReportsTable.toRow({
    id: idOf(channel.id, report),
    channelId: channel.id,
    externalId,
    report,
    receivedAt: ctx.now().toISOString(),
  });
  if (!(await ctx.db.insertIfAbsent(pendingReportsTable, row))) return undefined;
  const about = { channel_id: channel.id, external_id: externalId };
  ctx.db.runLast(lockExternalId, about);
  if (report.kind === 'change') ctx.db.runLast(requireNoMessage, about);
  else ctx.db.runLast(requireNoneInDirection, { ...about, direction: 'outbound' });
  const payload = { channelId: channel.id, externalId };
  await enqueue(ctx, 'apply-reports', payload, { delayMs: lookAgainMs[report.kind] });
  return report;
}

/**
 * Marks messages as read when the customer has read them, and stores the report for messages that are not known yet.
 * Call it in a transaction. Returns the report when a message is being sent to the customer: call `applyLate` with it after
 * the commit.
 */
export async function takeReading(
  ctx: TenantContext,
  channel: Channel,
  report: Reading,
): Promise<PendingReport | undefined> {
  await lockReadings(ctx, channel, report.by);
  // Before the search for sent messages: a message that a worker records as sent in between is found by one of the two.
  const isSending = await isSendingTo(ctx, channel.id, report.by);
  const hasMore = await takeRead(ctx, channel, report, report.at);
  const externalId = readingOf(report.by);
  const id = createHash('sha256').update(channel.id).update(externalId).digest('hex');
  const receivedAt = ctx.now().toISOString();
  const row = pendingReportsTable.toRow({
    id,
    channelId: channel.id,
    externalId,
    report,
    receivedAt,
  });
  if (!(await ctx.db.insertIfAbsent(pendingReportsTable, row))) {
    const kept = await ctx.db.select(pendingReportsTable).where({ id }).first();
    // A newer read receipt applies to these messages, too.
    if (!kept || pendingReportsTable.toRecord(kept).report.at >= report.at) {
      if (kept && hasMore) await readOn(ctx, channel.id, report);
      return undefined;
    }
    await ctx.db.update(
      pendingReportsTable,
      { id },
      { report: row.report, received_at: receivedAt },
    );
  }
  if (hasMore) await readOn(ctx, channel.id, report);
  if (!isSending) return undefined;
  const payload = { channelId: channel.id, externalId };
  await enqueue(ctx, 'apply-reports', payload, { delayMs: lookAgainMs.read });
  return report;
}

/**
 * Locks what a customer has read until the end of the transaction. So of two transactions that store a reading and an
 * echo at the same time, the second one sees what the first has stored. Call it before the transaction locks messages.
 */
export async function lockReadings(
  ctx: TenantContext,
  { id: channel_id }: Channel,
  customer: string,
): Promise<void> {
  await ctx.db.run(lockExternalId, { channel_id, external_id: readingOf(customer) });
}

/**
 * Applies a report whose message has become known while the report was stored. A worker that records the response to a
 * send looks for reports after its commit. This looks for the message after the commit of the report, so one of the two
 * sees both.
 */
export async function applyLate(
  ctx: TenantContext,
  channelId: string,
  report: PendingReport,
): Promise<void> {
  const isReading = report.kind === 'read';
  if (!isReading && !(await findByExternalId(ctx, channelId, report.externalId))) return;
  const key = isReading ? readingOf(report.by) : report.externalId;
  await inTransaction(ctx, (ctx) => applyAll(ctx, channelId, [key]));
}

/** Applies the reports with these keys like `applyPending`. Call it in a transaction that has locked no message. */
export async function applyAll(
  ctx: TenantContext,
  channelId: string,
  keys: readonly string[],
): Promise<void> {
  const channel = await channels.get(ctx, channelId);
  for (const external_id of keys.filter((key) => key.startsWith(readingOf('')))) {
    await ctx.db.run(lockExternalId, { channel_id: channelId, external_id });
  }
  for (const key of keys) await applyPending(ctx, channel, key);
}

/** Queues a job for the remaining messages that a customer has read: one transaction marks a limited number. */
async function readOn(ctx: TenantContext, channelId: string, { by }: Reading): Promise<void> {
  await enqueue(ctx, 'apply-reports', { channelId, externalId: readingOf(by) });
}

/** Returns the key under which it is stored up to which time or message a customer has read. */
export function readingOf(customer: string): string {
  return `read ${customer}`;
}

/** Returns whether reports wait for a message. */
export async function hasPending(
  ctx: TenantContext,
  { id: channel_id }: Channel,
  external_id: string,
): Promise<boolean> {
  const row = await ctx.db.select(pendingReportsTable).where({ channel_id, external_id }).first();
  return row !== undefined;
}

/** Applies the reports that wait for a message, or what a customer has read. Call it in a transaction. */
export async function applyPending(
  ctx: TenantContext,
  channel: Channel,
  externalId: string,
): Promise<void> {
  const rows = await ctx.db
    .select(pendingReportsTable)
    .where({ channel_id: channel.id, external_id: externalId })
    .orderBy('received_at')
    .orderBy('id')
    // Two transactions that apply a report at the same time would both add it to the timeline of the message.
    .forUpdate();
  for (const row of rows) {
    const { report } = pendingReportsTable.toRecord(row);
    if (!(await apply(ctx, channel, report))) return;
    if (report.kind === 'read') continue;
    await ctx.db.remove(pendingReportsTable, { id: row.id });
  }
}

/**
 * Applies the status reports that arrived before the provider answered the call that sent their message.
 * `begunAt` is the start of the send.
 */
export async function applyEarlyReports(
  ctx: TenantContext,
  { channelId, to, externalId }: { channelId: string; to: string; externalId: string },
  begunAt: string,
): Promise<void> {
  const rows = await ctx.db
    .select(pendingReportsTable)
    .where({ channel_id: channelId })
    .whereIn('external_id', [externalId, readingOf(to)]);
  const early = rows
    .map(pendingReportsTable.toRecord)
    .filter(
      ({ report }) =>
        report.kind !== 'read' || report.externalId === externalId || report.at >= begunAt,
    );
  if (early.length === 0) return;
  const keys = [...new Set(early.map((report) => report.externalId))];
  await inTransaction(ctx, (ctx) => applyAll(ctx, channelId, keys));
}

/** Deletes old reports about messages that Parley does not know, because another program sent them. */
export async function forgetOldReports(ctx: TenantContext): Promise<void> {
  const oldest = new Date(ctx.now().getTime() - keptMs).toISOString();
  const old = await ctx.db
    .select(pendingReportsTable)
    .where('received_at', '<', oldest)
    .orderBy('received_at')
    .limit(100);
  // Together, so that they share a commit.
  await Promise.all(old.map(({ id }) => ctx.db.remove(pendingReportsTable, { id })));
}

/** Returns the ID of a report. A repeated report has the same ID, so it is stored once. */
function idOf(channelId: string, report: PendingReport): string {
  return createHash('sha256').update(channelId).update(JSON.stringify(report)).digest('hex');
}

async function apply(
  ctx: TenantContext,
  channel: Channel,
  report: PendingReport,
): Promise<boolean> {
  switch (report.kind) {
    case 'status':
      return await takeStatus(ctx, channel, report, report.at);
    case 'change':
      return await takeChange(ctx, channel, report, report.at);
    case 'read':
      if (await takeRead(ctx, channel, report, report.at)) await readOn(ctx, channel.id, report);
      return true;
  }
}
