import { createHash } from 'node:crypto';
import type { Message } from '@parley/contract/schemas';
import { appLimit, type FurtherLimit, fileLimit, type MessageState } from '@parley/domain';
import type { ChannelAdapters, Connection } from '../channels/adapters/adapter.ts';
import { openConnection } from '../channels/adapters/connections.ts';
import type { Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';

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
