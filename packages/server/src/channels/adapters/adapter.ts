import type { Channel, Message } from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import type { TenantContext } from '../../tenancy/context.ts';

/** The provider of one network. Called outside of transactions, once per attempt. */
export interface ChannelAdapter {
  send(ctx: TenantContext, request: { message: Message; attempt: number }): Promise<SendOutcome>;
}

export type ChannelAdapters = Readonly<Record<Channel['provider'], ChannelAdapter>>;
