import { isDeepStrictEqual } from 'node:util';
import type {
  Channel,
  CreateChannelBody,
  ListChannelsQuery,
  Page,
  UpdateChannelBody,
} from '@parley/contract/schemas';
import {
  addedAssignees,
  archived,
  type ChannelError,
  channelOf,
  channelQuery,
  channelRules,
  checkReceives,
  disabledChannel,
  endsByRenewal,
  hasSandboxTemplates,
  isSame,
  later,
  nextPause,
  notFound,
  type Overload,
  restored,
  type StoredChannel,
  stopped,
  type Taken,
  withError,
  withoutError,
} from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import { recordEvent } from '../events/service.ts';
import { channelWait, wakeLane } from '../jobs/statements/wake-lane.ts';
import { measure } from '../metrics/measure.ts';
import type { Sealer } from '../sealing.ts';
import { addSandboxTemplates } from '../templates/records.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockLimit } from '../tenants/limits.ts';
import { requireUser } from '../users/service.ts';
import { hasNewerConnection, raiseVersion, removeSecrets, storeSecrets } from './secrets.ts';
import { raiseLastInbound } from './statements/raise-last-inbound.ts';
import { channelsTable } from './table.ts';
import { renewRefusedToken } from './token-steps.ts';

export const channels = defineRecords(channelsTable, channelRules, {
  make: (channel) => ({ record: channelOf(channel) }),
  filters: { includeArchived: (include) => (include ? undefined : 'archived_at is null') },
  findTaken,
  limit: 'channels',
  async saved(ctx, after, before) {
    if (after.status !== 'active' || before.status === 'active') return;
    // The messages that wait until the channel can send. Those above the limit become due by themselves within seconds.
    const job = { name: 'deliver-message', lane: after.id, lastError: channelWait } as const;
    ctx.db.write(wakeLane, job);
  },
});

/**
 * Returns the present record of a channel. Throws when the channel does not receive messages. Call it for each message:
 * with an older record, the times of the channel could go back.
 */
export async function receivingChannel(ctx: TenantContext, channelId: string): Promise<Channel> {
  const channel = await channels.get(ctx, channelId);
  checkReceives(channel);
  return channel;
}

export async function listChannels(
  ctx: TenantContext,
  query: ListChannelsQuery,
): Promise<Page<Channel>> {
  return await channels.list(ctx, channelQuery(query));
}

/** Throws SVC-NOT-FOUND for the first of these channels that does not exist. A deleted channel counts as existing. */
export async function requireChannels(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  const rows = await ctx.db.select(channelsTable).whereIn('id', ids);
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw notFound('channel', missing);
}

/** Creates a channel and stores its credentials encrypted. */
export async function createChannel(
  ctx: TenantContext,
  sealer: Sealer,
  body: CreateChannelBody,
): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    await requireUsers(ctx, addedAssignees(body));
    await channels.requireRoom(ctx);
    const channel = channels.initial(ctx, body);
    const answer = await channels.add(ctx, channel);
    await storeSecrets(ctx, sealer, channel.id, body.credentials);
    if (hasSandboxTemplates(channel)) await addSandboxTemplates(ctx, channel.id);
    return answer;
  });
}

export async function updateChannel(
  ctx: TenantContext,
  sealer: Sealer,
  id: string,
  body: UpdateChannelBody,
): Promise<Channel> {
  return await inTransaction(ctx, async (ctx) => {
    const { settings } = await channels.get(ctx, id);
    await requireUsers(ctx, addedAssignees(body, settings.assigneeIds));
    const { before, after, answer } = await channels.revise(ctx, id, body);
    if (!isDeepStrictEqual(after.config, before.config)) await raiseVersion(ctx, id);
    await storeSecrets(ctx, sealer, id, body.credentials);
    return answer;
  });
}

export async function disableChannel(ctx: TenantContext, id: string): Promise<Channel> {
  return await channels.change(ctx, id, disabledChannel);
}

/**
 * Archives a channel. Its queued and scheduled messages fail when their jobs run, which is soon. Of more than 5,000 of
 * either kind, the last fail at their time. Throws SVC-NOT-FOUND when there is no such channel, or it is already
 * archived.
 */
export async function deleteChannel(ctx: TenantContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockLimit(ctx, 'channels');
    const before = await channels.take(ctx, id);
    const after = archived(before, ctx.now().toISOString());
    await write(ctx, before, after);
    await removeSecrets(ctx, id);
    for (const name of ['deliver-message', 'start-scheduled'] as const)
      ctx.db.write(wakeLane, { name, lane: id });
    recordEvent(ctx, 'channel.deleted', { object: channelOf(after) });
  });
}

/**
 * Records that the provider refuses the whole channel. The channel sends nothing until it is enabled, or until a
 * message succeeds. Does nothing when the refused account or credentials have been replaced since. Renews the token
 * at once when that may end the error.
 */
export async function reportChannelError(
  ctx: TenantContext,
  id: string,
  error: ChannelError,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const stored = await storeError(ctx, id, error);
    if (!stored) return;
    const { before, noted } = stored;
    const { connectionVersion: version } = error;
    const after = stopped(noted, error);
    await channels.save(ctx, noted, after);
    const isNew = after.status !== before.status;
    if (isNew && version !== undefined && endsByRenewal(before, error, ctx.now().getTime()))
      await renewRefusedToken(ctx, id, version);
  });
}

/**
 * Records that the provider refuses the account of a channel, and stops the channel. Does not stop it again when its
 * last error is the same: an operator may have enabled it since the first report.
 */
export async function reportAccountError(
  ctx: TenantContext,
  id: string,
  error: ChannelError,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const stored = await storeError(ctx, id, error);
    if (!stored || isSame(stored.before.lastError, stored.noted.lastError)) return;
    await channels.save(ctx, stored.noted, stopped(stored.noted, error));
  });
}

/** Ends and removes the error of a channel, because the provider restored its account. The next report is a new one. */
export async function reportAccountWorks(ctx: TenantContext, id: string): Promise<void> {
  await channels.change(ctx, id, (before) => withoutError(restored(before)));
}

/** Records an error of a channel that still sends messages. */
export async function noteChannelError(
  ctx: TenantContext,
  id: string,
  error: ChannelError,
): Promise<void> {
  await inTransaction(ctx, (ctx) => storeError(ctx, id, error));
}

/**
 * Locks a channel and stores its error. Returns the channel before and after. Returns undefined, and stores nothing, for
 * an archived channel and when the refused account or credentials have been replaced since.
 */
async function storeError(
  ctx: TenantContext,
  id: string,
  error: ChannelError,
): Promise<{ before: StoredChannel; noted: StoredChannel } | undefined> {
  const before = await channels.lock(ctx, id);
  if (!before || before.status === 'archived') return undefined;
  const { connectionVersion: version } = error;
  if (version !== undefined && (await hasNewerConnection(ctx, id, version))) return undefined;
  const noted = withError(before, error, ctx.now().toISOString());
  await write(ctx, before, noted);
  return { before, noted };
}

/** Ends the error of a channel, because the provider accepted a message. */
export async function reportChannelWorks(ctx: TenantContext, id: string): Promise<void> {
  await channels.change(ctx, id, restored);
}

/** Pauses a channel whose provider is overloaded. The channel sends nothing until the pause ends. */
export async function pauseChannel(
  ctx: TenantContext,
  id: string,
  overload: Overload,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db.select(channelsTable).where({ id }).forUpdate().first();
    if (!row) return;
    const lastSentMs = Date.parse(row.last_outbound_at ?? '') || 0;
    const before = { pausedUntil: row.paused_until, pauseMs: row.pause_ms, lastSentMs };
    const pause = nextPause(before, ctx.now().getTime(), overload);
    if (!pause) return;
    const { pausedUntil: paused_until, pauseMs: pause_ms } = pause;
    await ctx.db.update(channelsTable, { id }, { paused_until, pause_ms });
    const seconds = (paused_until - ctx.now().getTime()) / 1_000;
    ctx.db.afterCommit(() => measure('pause', { channelType: row.type, seconds }));
    ctx.log.warn(
      { channelId: id, pauseMs: pause_ms },
      'a provider is overloaded: the channel waits',
    );
  });
}

/** Returns how long a channel is still paused, in milliseconds; 0 when it is not. */
export async function pauseMsOf(ctx: TenantContext, id: string): Promise<number> {
  const row = await ctx.db.select(channelsTable).where({ id }).first();
  return Math.max(0, (row?.paused_until ?? 0) - ctx.now().getTime());
}

/**
 * Records at the end of the transaction when a channel last received a message. An earlier time than the stored one
 * changes nothing.
 */
export function noteInbound(
  ctx: TenantContext,
  { id, lastInboundAt }: Pick<StoredChannel, 'id' | 'lastInboundAt'>,
  at: string,
): void {
  if (later(lastInboundAt, at) !== lastInboundAt) ctx.db.runLast(raiseLastInbound, { id, at });
}

/** Records when a channel last sent a message. An earlier time than the stored one changes nothing. */
export async function noteOutbound(
  ctx: TenantContext,
  { id, lastOutboundAt }: Pick<StoredChannel, 'id' | 'lastOutboundAt'>,
  at: string,
): Promise<void> {
  await ctx.db.update(channelsTable, { id }, { last_outbound_at: later(lastOutboundAt, at) });
}

async function requireUsers(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await requireUser(ctx, id, 'settings.assigneeIds');
}

async function findTaken(
  ctx: TenantContext,
  { type, externalId }: StoredChannel,
): Promise<Taken | undefined> {
  // Any number of channels are not verified.
  if (externalId === null) return undefined;
  const live = ctx.db.select(channelsTable).whereNull('archived_at');
  const other = await live.where({ type, external_id: externalId }).first();
  return other && { field: 'externalId', existingId: other.id };
}

async function write(
  ctx: TenantContext,
  before: StoredChannel,
  after: StoredChannel,
): Promise<void> {
  await ctx.db.update(channelsTable, { id: after.id }, channelsTable.toPatch(before, after));
}
