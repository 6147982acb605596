import type { Channel, Message, ProviderError } from '@parley/contract/schemas';
import type { TenantContext } from '../../tenancy/context.ts';

/** What a provider answers. `unknown`: it may have taken the message, or not. */
export type SendOutcome =
  | { kind: 'accepted'; externalId: string }
  | {
      kind: 'refused';
      providerCode: string | null;
      providerMessage: string | null;
      error: ProviderError;
    }
  | { kind: 'unknown' };

/** One network's provider. Called in no transaction, and once for each attempt. */
export interface ChannelAdapter {
  send(ctx: TenantContext, request: { message: Message; attempt: number }): Promise<SendOutcome>;
}

export type ChannelAdapters = Readonly<Record<Channel['provider'], ChannelAdapter>>;
