import type { ChannelType } from '@parley/contract/schemas';
import { dayMs, inboundAttempts } from '@parley/domain';
import { channels, receivingChannel } from '../channels/service.ts';
import { isUnavailable } from '../db/failures.ts';
import { inOrder } from '../db/in-order.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, completeTogether, releaseJob } from '../jobs/queue.ts';
import { measure } from '../metrics/measure.ts';
import { SealError, sealedWaitMs } from '../sealing.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { findFailure, keepFailure, noteAttempt } from './failures.ts';
import type { ParsedItem } from './items.ts';
import { itemsOrKept, personOf } from './lanes.ts';
import { networks } from './networks.ts';
import { applyAll, applyLate, forgetOldReports } from './pending.ts';
import { takeStatus } from './reports.ts';
import { endBodies, waitingBodies } from './statements/waiting-bodies.ts';
import { type InboundBatchRow, inboundBatchesTable, inboundFailuresTable } from './table.ts';
import { takeItem } from './take-item.ts';
import { providerTime } from './times.ts';

/** The maximum number of attempts to handle a body. They last longer than the database should ever be unavailable. */
const batchAttempts = 100;
/** How long digests of bodies are kept, in milliseconds. Providers repeat a body for up to 7 days. */
const digestsKeptMs = 8 * dayMs;
/**
 * The maximum number of lines of items that a process handles at the same time. Its running jobs share it, and each has
 * one at least. With more lines, a turn of the event loop takes longer, and requests wait for it.
 */
const linesAtOnce = 32;
/** The number of jobs that handle bodies in this process at the moment. */
let runningJobs = 0;

/**
 * Handles the items of a body and of those that wait for it in the same webhook lane. An item that fails does not delay
 * the others: it is kept and tried again alone. A worker that starts a body again skips the items that are done.
 */
export const receiveBatch: JobHandler<JobPayloads['receive-batch']> = {
  slots: { atOnce: 40, ofTenant: 20 },
  maxAttempts: batchAttempts,
  async run(ctx, job) {
    const { position, orderKey } = job;
    const [own, ...behind] = await ctx.db.run(waitingBodies, { orderKey, position });
    // Another worker has done the job, after this one has lost its lease.
    if (own?.position !== position) return;
    const end = behind.findIndex(({ body }) => body === null);
    const bodies = [own, ...(end === -1 ? behind : behind.slice(0, end))] as const;
    runningJobs += 1;
    try {
      await takeBodies(ctx, bodies);
    } finally {
      runningJobs -= 1;
    }
    await inTransaction(ctx, async (ctx) => {
      ctx.db.write(endBodies, { bodies });
      completeTogether(ctx, job);
    });
    const old = bodies.find(({ id }) => id.startsWith('0'));
    if (old) await forgetOld(ctx, old);
  },
};

/** Tries to handle an item again that has failed. */
export const retryInbound: JobHandler<JobPayloads['retry-inbound']> = {
  maxAttempts: inboundAttempts,
  async run(ctx, job) {
    const failure = await findFailure(ctx, job.payload.failureId);
    if (!failure) return;
    const { id, channelId, fragment, receivedAt } = failure;
    try {
      await inTransaction(ctx, async (ctx) => {
        const channel = await receivingChannel(ctx, channelId);
        const parsed = itemsOrKept(networks[channel.type], fragment);
        const unused = parsed.find(({ item }) => item.kind === 'kept');
        for (const { item } of parsed) await takeItem(ctx, channel, item, receivedAt);
        const last_attempt_at = ctx.now().toISOString();
        const cells = { status: 'kept', attempts: failure.attempts + 1, last_attempt_at } as const;
        if (unused) await ctx.db.update(inboundFailuresTable, { id }, cells);
        else await ctx.db.remove(inboundFailuresTable, { id });
        await completeJob(ctx, job);
      });
    } catch (error) {
      // With a wrong secret key, no message of a new person can be stored. It waits for the right key.
      if (error instanceof SealError) {
        ctx.log.error(
          { err: error, failureId: id },
          'a message of a new person waits for the secret key',
        );
        return await releaseJob(ctx, job, sealedWaitMs);
      }
      const attempts = failure.attempts + 1;
      if (!isUnavailable(error)) {
        await noteAttempt(ctx, { id, attempts, status: 'retrying' }, error);
      }
      throw error;
    }
  },
  async exhausted(ctx, job, error) {
    const failure = await findFailure(ctx, job.payload.failureId);
    if (failure) await noteAttempt(ctx, { ...failure, status: 'failed' }, error);
  },
};

/**
 * Looks once more for the message of reports that arrived before it. Without the message, they stay until they are old.
 */
export const applyReports: JobHandler<JobPayloads['apply-reports']> = {
  maxAttempts: 10,
  async run(ctx, job) {
    const { channelId, externalId } = job.payload;
    await inTransaction(ctx, async (ctx) => {
      await applyAll(ctx, channelId, [externalId]);
      await completeJob(ctx, job);
    });
    await forgetOldReports(ctx);
  },
};

async function takeBodies(
  ctx: TenantContext,
  bodies: readonly [InboundBatchRow, ...InboundBatchRow[]],
): Promise<void> {
  // A lane belongs to one channel.
  const channel = await channels.get(ctx, bodies[0].channel_id);
  if (channel.status === 'archived') return;
  const groups = inGroups(bodies.flatMap((body) => itemsOf(channel.type, body)));
  const take = async (line: readonly PlacedItem[]) => {
    for (const { parsed, place } of line) {
      const outcome = await takeAlone(ctx, parsed, place);
      measure('item', { channelType: channel.type, kind: parsed.item.kind, outcome });
    }
  };
  for (const lines of groups) {
    while (lines.length > 0) {
      const share = Math.max(1, Math.floor(linesAtOnce / runningJobs));
      await inOrder(lines.splice(0, share).map(take));
    }
  }
}

interface PlacedItem {
  readonly parsed: ParsedItem;
  readonly place: Parameters<typeof keepFailure>[2];
}

function itemsOf(type: ChannelType, row: InboundBatchRow): PlacedItem[] {
  const fragments = JSON.parse(row.body ?? '[]') as unknown[];
  const items = fragments.flatMap((fragment) => itemsOrKept(networks[type], fragment));
  const keptFragments = new Set<unknown>();
  return items.flatMap((parsed, place) => {
    if (parsed.item.kind === 'kept') {
      // It is stored with its whole fragment, so one is enough.
      if (keptFragments.has(parsed.fragment)) return [];
      keptFragments.add(parsed.fragment);
    }
    const { id: batchId, channel_id: channelId, received_at: receivedAt } = row;
    return [{ parsed, place: { batchId, place, channelId, receivedAt } }];
  });
}

/**
 * Returns the items in groups that are handled one after the other. The lines of a group are handled at the same time, so
 * that they share commits: the messages of each person, and the status reports of each message. Any other item is alone
 * in its group, because it may be about a message before it.
 */
function inGroups(items: readonly PlacedItem[]): PlacedItem[][][] {
  let group = new Map<string, PlacedItem[]>();
  const groups = [group];
  const next = () => {
    group = new Map();
    groups.push(group);
  };
  for (const one of items) {
    const { item } = one.parsed;
    const isAlone = !sharesCommit(item);
    if (isAlone) next();
    const person = personOf(item);
    const line = group.get(person);
    if (line) line.push(one);
    else group.set(person, [one]);
    if (isAlone) next();
  }
  return groups.map((lines) => [...lines.values()]);
}

/** Returns whether most items of this kind share commits, and only their order within their line matters. */
function sharesCommit(item: ParsedItem['item']): boolean {
  return item.kind === 'status' || (item.kind === 'message' && !item.content.content?.reaction);
}

async function takeAlone(
  ctx: TenantContext,
  parsed: ParsedItem,
  place: PlacedItem['place'],
): Promise<'done' | 'kept' | 'failed'> {
  if (parsed.item.kind === 'kept') {
    await keepFailure(ctx, parsed, place);
    return 'kept';
  }
  try {
    if (await takeAsStep(ctx, parsed.item, place)) return 'done';
    const waiting = await inTransaction(ctx, async (ctx) => {
      const channel = await receivingChannel(ctx, place.channelId);
      return await takeItem(ctx, channel, parsed.item, place.receivedAt);
    });
    if (waiting) await applyLate(ctx, place.channelId, waiting);
    return 'done';
  } catch (error) {
    if (isUnavailable(error)) throw error;
    ctx.log.warn({ err: error, kind: parsed.item.kind, ...place }, 'could not take an item in');
    await keepFailure(ctx, parsed, place, error);
    return 'failed';
  }
}

/**
 * Records that a message was sent, delivered or read. This is one step, so it needs no transaction, and shares its commit
 * with other steps. New addresses of the recipient are stored before, in another transaction. Returns false for other
 * items, and when the message is not known.
 */
async function takeAsStep(
  ctx: TenantContext,
  item: ParsedItem['item'],
  { channelId, receivedAt }: { channelId: string; receivedAt: string },
): Promise<boolean> {
  if (item.kind !== 'status' || item.status === 'failed') return false;
  const channel = await receivingChannel(ctx, channelId);
  return await takeStatus(ctx, channel, item, providerTime(item.at, receivedAt));
}

/**
 * Removes handled bodies that are so old that providers do not repeat them any more. One of 16 bodies calls it: those
 * whose digest begins with a zero.
 */
async function forgetOld(ctx: TenantContext, { received_at }: InboundBatchRow): Promise<void> {
  const oldest = new Date(Date.parse(received_at) - digestsKeptMs).toISOString();
  const old = await ctx.db
    .select(inboundBatchesTable)
    .where('received_at', '<', oldest)
    .whereNull('body')
    .orderBy('received_at')
    .limit(100);
  // Together, so that they share a commit.
  await Promise.all(old.map(({ id }) => ctx.db.remove(inboundBatchesTable, { id })));
}
