import { createHash } from 'node:crypto';
import type { Message } from '@parley/contract/schemas';
import {
  appLimit,
  type FurtherLimit,
  fileLimit,
  isOverloaded,
  longestRetryAfterMs,
  type MessageState,
  type SendOutcome,
} from '@parley/domain';
import type { ChannelAdapters, Connection } from '../channels/adapters/adapter.ts';
import { openConnection } from '../channels/adapters/connections.ts';
import { pauseChannel } from '../channels/service.ts';
import type { Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { postponeTurns } from './statements/take-turn.ts';

interface LimitDeps {
  readonly adapters: ChannelAdapters;
  readonly secrets: Sealer;
}

export interface Sending {
  readonly message: Message;
  readonly channel: MessageState['channel'];
}

/** Returns whether the provider may have a limit for a message besides that of its channel. */
export function mayBeLimited(adapters: ChannelAdapters, { message, channel }: Sending): boolean {
  if (adapters[channel.provider].appId) return true;
  return fileLimit(channel, message.type) !== undefined;
}

/** Returns the limits of the provider for a message besides that of its channel. */
export async function limitsOf(
  ctx: TenantContext,
  { adapters, secrets }: LimitDeps,
  { message, channel }: Sending,
): Promise<FurtherLimit[]> {
  const ofFile = fileLimit(channel, message.type);
  if (ofFile) return [ofFile];
  if (!adapters[channel.provider].appId) return [];
  const opened = await openConnection(ctx, secrets, channel.id);
  return 'refusal' in opened ? [] : appLimits(adapters, opened.connection);
}

/** Returns the limit that a channel shares with the other channels of its app. */
export function appLimits(adapters: ChannelAdapters, connection: Connection): FurtherLimit[] {
  const { provider, type } = connection.channel;
  const id = adapters[provider].appId?.(connection);
  return id === undefined ? [] : [appLimit(type, createHash('sha256').update(id).digest('hex'))];
}

/**
 * Pauses a channel if the provider's answer says that it is overloaded. If the answer is about the app, no channel of
 * this app gets a turn until the pause ends.
 */
export async function pauseAfter(
  ctx: TenantContext,
  deps: LimitDeps,
  channelId: string,
  outcome: SendOutcome,
): Promise<void> {
  if (!isOverloaded(outcome)) return;
  const askedMs = outcome.kind === 'refused' ? (outcome.retryAfterMs ?? null) : null;
  // The app first: if the process ends in between, the next message of this channel gets the same answer.
  if (outcome.kind === 'refused' && outcome.error.scope === 'app') {
    const untilMs = ctx.now().getTime() + Math.min(askedMs ?? 0, longestRetryAfterMs);
    await pauseApp(ctx, deps, channelId, untilMs);
  }
  await pauseChannel(ctx, channelId, askedMs);
}

async function pauseApp(
  ctx: TenantContext,
  { adapters, secrets }: LimitDeps,
  channelId: string,
  untilMs: number,
): Promise<void> {
  const opened = await openConnection(ctx, secrets, channelId);
  if ('refusal' in opened) return;
  for (const limit of appLimits(adapters, opened.connection)) {
    await ctx.db.run(postponeTurns, { ...limit, untilMs });
  }
}
